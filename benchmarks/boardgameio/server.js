// boardgame.io's own server as it comes: its lobby, its socket.io transport, and its storage in memory, or in files with
// the cache that its documentation names, so that files are only written and no match is read back from them.
"use strict";

const { FlatFile, Server } = require("boardgame.io/server");
const { StorageCache } = require("bgio-storage-cache");
const { CaesarAndCleopatra } = require("./game");

const port = Number(process.argv[2]);
const folder = process.argv[3];

const server = Server({
  games: [CaesarAndCleopatra],
  origins: [/^http:\/\/127\.0\.0\.1:/],
  ...(folder ? { db: new StorageCache(new FlatFile({ dir: folder }), { cacheSize: 100_000 }) } : {}),
});
server.run({ port: { host: "127.0.0.1", port }, callback: () => console.log("ready") });
