"""The shell around tables: HTTP, WebSocket, storage, bots. No rule of any game is in here."""
