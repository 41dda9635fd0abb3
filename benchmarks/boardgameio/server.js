// boardgame.io's own server as it comes: its lobby, its socket.io transport, its storage in memory.
"use strict";

const { Server } = require("boardgame.io/server");
const { CaesarAndCleopatra } = require("./game");

const port = Number(process.argv[2]);
const deltaState = process.argv[3] === "delta";

const server = Server({ games: [{ ...CaesarAndCleopatra, deltaState }], origins: [/^http:\/\/127\.0\.0\.1:/] });
server.run({ port: { host: "127.0.0.1", port }, callback: () => console.log("ready") });
