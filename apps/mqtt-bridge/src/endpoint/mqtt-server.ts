import { constants } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { type Server as TlsServer, createServer as createTlsServer } from 'node:tls';
import { Connections } from './connections.ts';
import type { EndpointDependencies } from './endpoint-context.ts';
import { REASONS } from './reasons.ts';
import { type TlsMaterial, haveSameAuthorities } from './tls-material.ts';

/** The address and ports of the endpoint. */
export interface Listening {
  /** undefined: all addresses of the machine. */
  readonly host?: string | undefined;
  readonly port: number;
  /** A second port, for TLS; `MqttServer.useTls` says with which certificate. */
  readonly tlsPort?: number | undefined;
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
  private material: TlsMaterial | undefined;
  /** Does the handshakes of new connections; it listens on no port itself. */
  private handshakes: TlsServer | undefined;

  constructor(
    private readonly listening: Listening,
    private readonly dependencies: EndpointDependencies,
  ) {
    this.connections = new Connections(dependencies);
  }

  /** Opens the ports. @throws if one is taken. */
  async listen(): Promise<void> {
    const { host, port, tlsPort } = this.listening;
    const open = (socket: Socket) => this.connections.open(socket);
    await this.listenOn(createServer(SOCKET_OPTIONS, open), port, host);
    if (tlsPort !== undefined) {
      const shakeHands = (socket: Socket) => this.handshakes!.emit('connection', socket);
      await this.listenOn(createServer(SOCKET_OPTIONS, shakeHands), tlsPort, host);
    }
    this.connections.start();
  }

  /**
   * Sets the certificate of new connections over TLS. Others stay, unless they depend on a client's certificate and the authorities
   * have changed: their clients have to show that the certificate comes from one of the present authorities.
   */
  useTls(material: TlsMaterial): void {
    const { material: before } = this;
    this.material = material;
    this.handshakes = this.handshakesWith(material);
    if (before && !haveSameAuthorities(before, material)) this.connections.endCertified();
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

  private handshakesWith(material: TlsMaterial): TlsServer {
    const { key, cert, ca } = material;
    const options = {
      ...SOCKET_OPTIONS,
      key,
      cert,
      ...(ca && { ca, requestCert: true }),
      // Without a valid certificate, the client may have a password.
      rejectUnauthorized: false,
      handshakeTimeout: this.dependencies.limits.connectTimeoutMs,
      // With TLS 1.2, one connection could ask for handshake after handshake; Node only emits an error from the fourth on.
      secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    };
    const server = createTlsServer(options, (socket) => {
      // A handshake may take so long that the authorities have changed meanwhile.
      if (haveSameAuthorities(material, this.material!)) this.connections.open(socket);
      else socket.destroy();
    });
    // A failed handshake leaves no socket behind.
    server.on('tlsClientError', (_error, socket) => socket.destroy());
    return server;
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
