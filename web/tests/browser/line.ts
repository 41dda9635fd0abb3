// A line between a browser and the server, which can be cut, or go dead without anybody being told.
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

export class Line {
  readonly #server: Server;
  readonly #connections = new Set<{ near: Socket; far: Socket; isLive: boolean; isDead: boolean }>();
  #isCut = false;

  private constructor(port: number) {
    this.#server = createServer((near) => {
      if (this.#isCut) return void near.destroy();
      const far = connect(port, "127.0.0.1");
      const connection = { near, far, isLive: false, isDead: false };
      this.#connections.add(connection);
      near.on("data", (bytes) => {
        connection.isLive ||= /^GET \S+\/live/.test(bytes.subarray(0, 200).toString("latin1"));
        if (!connection.isDead) far.write(bytes);
      });
      far.on("data", (bytes) => void (connection.isDead || near.write(bytes)));
      const end = () => {
        this.#connections.delete(connection);
        near.destroy();
        if (!connection.isDead) far.destroy();
      };
      for (const side of [near, far]) side.on("close", end).on("error", end);
    });
  }

  /** Lay a line to a server; `url` of the line leads there. */
  static async to(url: string): Promise<Line> {
    const line = new Line(Number(new URL(url).port));
    await new Promise<void>((done) => line.#server.listen(0, "127.0.0.1", done));
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** End all connections and let no new ones through. */
  cut(): void {
    this.#isCut = true;
    for (const { near } of this.#connections) near.destroy();
  }

  /** Swallow all bytes of the open sockets, in both directions, without closing them. */
  goDead(): void {
    for (const connection of this.#connections) connection.isDead ||= connection.isLive;
  }

  /** Let no new connections through, without touching those that are open. */
  refuse(): void {
    this.#isCut = true;
  }

  mend(): void {
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    for (const { near, far } of this.#connections) {
      near.destroy();
      far.destroy();
    }
    this.#server.close();
  }
}
