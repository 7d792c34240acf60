import { once } from 'node:events';
import { type Socket, connect } from 'node:net';

/** Streams opened at once: pages don't all come back at the same moment. */
const AT_ONCE = 50;

/** Clients that open the live stream, read its first bytes, and never read again; their connections stay open. */
export class SlowReaders {
  readonly #sockets: readonly Socket[];

  private constructor(sockets: readonly Socket[]) {
    this.#sockets = sockets;
  }

  /**
   * Opens a stream with each of these tokens, at the address of a gateway.
   * @throws if one is not opened.
   */
  static async open(url: string, tokens: readonly string[]): Promise<SlowReaders> {
    const sockets: Socket[] = [];
    for (let first = 0; first < tokens.length; first += AT_ONCE) {
      sockets.push(
        ...(await Promise.all(tokens.slice(first, first + AT_ONCE).map((token) => opened(url, token)))),
      );
    }
    return new SlowReaders(sockets);
  }

  /** Closes all connections, with data still unread. */
  leave(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

const opened = async (url: string, token: string): Promise<Socket> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET /v1/stream HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  // The gateway resets the connection of a slow reader.
  socket.on('error', () => socket.destroy());
  const [firstLine = ''] = answer.toString('latin1').split('\r\n', 1);
  if (!firstLine.includes(' 200 ')) throw new Error(`the live stream was not opened: ${firstLine}`);
  return socket;
};
