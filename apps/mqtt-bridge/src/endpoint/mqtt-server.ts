import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { type Collaborators, Connections } from './connections.ts';
import { REASONS } from './reasons.ts';

/** Where devices connect to. */
export interface Listening {
  /** All addresses of the machine where undefined. */
  readonly host?: string | undefined;
  readonly port: number;
  /** A second port, on which TLS is spoken. */
  readonly tls?: { readonly port: number; readonly key: Buffer; readonly cert: Buffer } | undefined;
}

const SOCKET_OPTIONS = {
  noDelay: true,
  // A device that sends no more may still wait for its acknowledgements: the connection ends it.
  allowHalfOpen: true,
  // A connection without keep-alive whose other end is gone is noticed all the same.
  keepAlive: true,
  keepAliveInitialDelay: 60_000,
  // What a held connection may pile up in this process.
  highWaterMark: 16 * 1024,
} as const;

/** The ports that devices speak MQTT to. */
export class MqttServer {
  readonly connections: Connections;
  private readonly servers: Server[] = [];

  constructor(
    private readonly listening: Listening,
    private readonly collaborators: Collaborators,
  ) {
    this.connections = new Connections(collaborators);
  }

  /** Opens the ports. @throws where one is taken. */
  async listen(): Promise<void> {
    const { host, port, tls } = this.listening;
    const open = (socket: Socket) => this.connections.open(socket);
    await this.listenOn(createServer(SOCKET_OPTIONS, open), port, host);
    if (tls) {
      const { limits } = this.collaborators;
      const options = { ...SOCKET_OPTIONS, ...tls, handshakeTimeout: limits.connectTimeoutMs };
      const server = createTlsServer(options, open);
      // A handshake that fails leaves nothing behind.
      server.on('tlsClientError', (_error, socket) => socket.destroy());
      await this.listenOn(server, tls.port, host);
    }
    this.connections.start();
  }

  /** The ports that are open: the plain one, then that of TLS. */
  get ports(): number[] {
    return this.servers.map((server) => (server.address() as AddressInfo).port);
  }

  /** Takes no one and nothing more. */
  quiesce(): void {
    for (const server of this.servers) server.close();
    this.connections.hold();
  }

  /** Tells every device that we end, and waits until they are gone. */
  async close(): Promise<void> {
    this.quiesce();
    await this.connections.end(REASONS.shuttingDown);
  }

  private refuseForLackOfRoom(): void {
    const { traffic, log } = this.collaborators;
    traffic.countEnd(REASONS.busy.name);
    log.tell({ reason: REASONS.busy.name }, 'connection refused');
  }

  private async listenOn(server: Server, port: number, host: string | undefined): Promise<void> {
    server.maxConnections = this.collaborators.limits.maxConnections;
    server.on('drop', () => this.refuseForLackOfRoom());
    server.listen({ port, host, backlog: 4_096 });
    await once(server, 'listening');
    this.servers.push(server);
  }
}
