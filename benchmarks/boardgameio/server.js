// boardgame.io's own server as it comes: its lobby, its socket.io transport, and its storage in memory or in files.
"use strict";

const { FlatFile, Server } = require("boardgame.io/server");
const { CaesarAndCleopatra } = require("./game");

const port = Number(process.argv[2]);
const folder = process.argv[3];

const server = Server({
  games: [CaesarAndCleopatra],
  origins: [/^http:\/\/127\.0\.0\.1:/],
  ...(folder ? { db: new FlatFile({ dir: folder }) } : {}),
});
server.run({ port: { host: "127.0.0.1", port }, callback: () => console.log("ready") });
