import { once } from 'node:events';
import { type Socket, connect } from 'node:net';

/** So many ask at once, as pages do that come back one after the other. */
const AT_ONCE = 50;

/** Readers who open the live stream, read that it was opened, and never read again; their connections stay. */
export class SlowReaders {
  readonly #sockets: readonly Socket[];

  private constructor(sockets: readonly Socket[]) {
    this.#sockets = sockets;
  }

  /**
   * Opens a stream with each of these tokens, at the address of a gateway.
   * @throws where one is not opened.
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

  /** Leaves, each in the middle of whatever waits for it. */
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
  // Let go of, it is cut off; nobody reads that either.
  socket.on('error', () => socket.destroy());
  const [firstLine = ''] = answer.toString('latin1').split('\r\n', 1);
  if (!firstLine.includes(' 200 ')) throw new Error(`the live stream was not opened: ${firstLine}`);
  return socket;
};
