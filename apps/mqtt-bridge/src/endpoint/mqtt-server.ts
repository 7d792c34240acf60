import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { type EndpointDependencies, Connections } from './connections.ts';
import { REASONS } from './reasons.ts';

/** The address and ports of the endpoint. */
export interface Listening {
  /** undefined: all addresses of the machine. */
  readonly host?: string | undefined;
  readonly port: number;
  /** A second port, for TLS. */
  readonly tls?: { readonly port: number; readonly key: Buffer; readonly cert: Buffer } | undefined;
}

const SOCKET_OPTIONS = {
  noDelay: true,
  // A device that has closed its side may wait for acknowledgements: `Connection` ends the socket.
  allowHalfOpen: true,
  // Detects a dead peer, even without the keep-alive of MQTT.
  keepAlive: true,
  keepAliveInitialDelay: 60_000,
  // Limits the bytes that a held connection buffers here.
  highWaterMark: 16 * 1024,
} as const;

/** The ports that devices speak MQTT to. */
export class MqttServer {
  readonly connections: Connections;
  private readonly servers: Server[] = [];

  constructor(
    private readonly listening: Listening,
    private readonly dependencies: EndpointDependencies,
  ) {
    this.connections = new Connections(dependencies);
  }

  /** Opens the ports. @throws if one is taken. */
  async listen(): Promise<void> {
    const { host, port, tls } = this.listening;
    const open = (socket: Socket) => this.connections.open(socket);
    await this.listenOn(createServer(SOCKET_OPTIONS, open), port, host);
    if (tls) {
      const { limits } = this.dependencies;
      const options = { ...SOCKET_OPTIONS, ...tls, handshakeTimeout: limits.connectTimeoutMs };
      const server = createTlsServer(options, open);
      // A failed handshake leaves no socket behind.
      server.on('tlsClientError', (_error, socket) => socket.destroy());
      await this.listenOn(server, tls.port, host);
    }
    this.connections.start();
  }

  /** The ports that are open: the plain one, then that of TLS. */
  get ports(): number[] {
    return this.servers.map((server) => (server.address() as AddressInfo).port);
  }

  /** Accepts no more connections and packets. */
  quiesce(): void {
    for (const server of this.servers) server.close();
    this.connections.hold();
  }

  /** Disconnects every device, and waits until all are gone. */
  async close(): Promise<void> {
    this.quiesce();
    await this.connections.end(REASONS.shuttingDown);
  }

  private refuseForLackOfRoom(): void {
    const { traffic, log } = this.dependencies;
    traffic.countEnd(REASONS.busy.name);
    log.tell({ reason: REASONS.busy.name }, 'connection refused');
  }

  private async listenOn(server: Server, port: number, host: string | undefined): Promise<void> {
    server.maxConnections = this.dependencies.limits.maxConnections;
    server.on('drop', () => this.refuseForLackOfRoom());
    server.listen({ port, host, backlog: 4_096 });
    await once(server, 'listening');
    this.servers.push(server);
  }
}
