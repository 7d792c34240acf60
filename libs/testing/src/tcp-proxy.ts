import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** The end of a link that bytes come from. */
type LinkEnd = 'client' | 'server';

type Line = 'whole' | 'cut' | 'black hole';

/**
 * A TCP proxy in front of a real server, whose line a spec or a drill can break. The server's client must speak to the proxy's
 * port alone: MongoDB's with `directConnection=true`, Kafka's with a broker that advertises that port.
 */
export class TcpProxy {
  /** Called with bytes before they are passed on; if it cuts the line or makes it a black hole, they are lost. */
  beforePassing: ((bytes: Buffer, from: LinkEnd) => void) | undefined;
  private line: Line = 'whole';
  private latencyMs = (): number => 0;
  private readonly links = new Set<Link>();
  private readonly listener: Server;

  private constructor(
    private readonly serverPort: number,
    private readonly serverHost: string,
  ) {
    this.listener = createServer({ allowHalfOpen: true, noDelay: true }, (client) => this.link(client));
  }

  /** Listens at a port of this machine's own address, a free one where none is named, for a server at `serverPort`. */
  static async to(
    serverPort: number,
    { at = 0, host = LOOPBACK }: { at?: number; host?: string } = {},
  ): Promise<TcpProxy> {
    const proxy = new TcpProxy(serverPort, host);
    proxy.listener.listen(at, LOOPBACK);
    await once(proxy.listener, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.listener.address() as AddressInfo).port;
  }

  /** Resets all links, and each new one, like a killed server. */
  cut(): void {
    this.line = 'cut';
    this.resetLinks();
  }

  /**
   * Takes all bytes and passes none on, in existing and in new links; neither end learns that the other has gone. These links
   * stay dead when the line is whole again, as links that a router has forgotten.
   */
  blackHole(): void {
    this.line = 'black hole';
    for (const link of this.links) link.isForgotten = true;
  }

  /** Delays bytes by this time, each way, and keeps their order; a function is called for each chunk. */
  delayBy(latencyMs: number | (() => number)): void {
    this.latencyMs = typeof latencyMs === 'number' ? () => latencyMs : latencyMs;
  }

  /** Lets new links through again, without delay. */
  heal(): void {
    this.line = 'whole';
    this.latencyMs = () => 0;
  }

  async close(): Promise<void> {
    this.cut();
    this.listener.close();
    await once(this.listener, 'close');
  }

  private link(client: Socket): void {
    if (this.line === 'cut') {
      client.on('error', () => undefined);
      client.resetAndDestroy();
      return;
    }
    const link = new Link(
      client,
      connect({ port: this.serverPort, host: this.serverHost, allowHalfOpen: true }),
      {
        onBytes: (bytes, from) => this.beforePassing?.(bytes, from),
        latencyMs: () => this.latencyMs(),
        onClosed: () => this.links.delete(link),
      },
    );
    link.isForgotten = this.line === 'black hole';
    this.links.add(link);
  }

  private resetLinks(): void {
    for (const link of this.links) link.reset();
  }
}

interface Watcher {
  onBytes(bytes: Buffer, from: LinkEnd): void;
  latencyMs(): number;
  onClosed(): void;
}

class Link {
  /** The bytes and the end of either side no longer reach the other. */
  isForgotten = false;

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    private readonly watcher: Watcher,
  ) {
    this.passFrom('client', client, server);
    this.passFrom('server', server, client);
  }

  reset(): void {
    this.client.resetAndDestroy();
    this.server.resetAndDestroy();
    this.watcher.onClosed();
  }

  private passFrom(end: LinkEnd, from: Socket, to: Socket): void {
    let passedAt = 0;
    /** Keeps bytes in order even if the delay becomes shorter, which timers alone would not guarantee. */
    const delayed: (() => void)[] = [];
    const later = (pass: () => void): void => {
      const now = performance.now();
      passedAt = Math.max(passedAt, now + this.watcher.latencyMs());
      if (passedAt <= now && delayed.length === 0) return pass();
      delayed.push(pass);
      setTimeout(() => {
        const next = delayed.shift();
        if (!this.isForgotten) next?.();
      }, passedAt - now);
    };
    from.on('data', (bytes) => {
      if (this.isForgotten) return;
      this.watcher.onBytes(bytes, end);
      if (this.isForgotten || to.destroyed) return;
      later(() => {
        if (!to.destroyed && !to.write(bytes)) from.pause();
      });
    });
    to.on('drain', () => from.resume());
    from.on('end', () => this.isForgotten || later(() => to.end()));
    from.on('error', () => undefined);
    from.on('close', (hadError) => {
      if (hadError && !this.isForgotten) to.resetAndDestroy();
      if (this.client.destroyed && this.server.destroyed) this.watcher.onClosed();
    });
  }
}
