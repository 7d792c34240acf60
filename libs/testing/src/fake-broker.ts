import { type IPublishPacket, type Packet, generate, parser } from 'mqtt-packet';
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** How the broker differs from a good one. */
interface BrokerOptions {
  /** Return code of CONNACK. */
  returnCode?: number;
  /** Called in place of the answer to a packet. */
  answers?: (packet: Packet, socket: Socket) => void;
  /** With `ca`, clients have to show a certificate of this authority. */
  tls?: { key: Buffer; cert: Buffer; ca?: Buffer };
  address?: string;
  port?: number;
}

/** An address of this machine that no other spec listens on. */
export const ownAddress = (): string => {
  const byte = () => 1 + Math.floor(Math.random() * 250);
  return `127.${byte()}.${byte()}.${byte()}`;
};

/** Stands in for the MQTT broker of a user. */
export class FakeBroker {
  readonly published: { topic: string; payload: string; qos: number; retain: boolean }[] = [];
  connections = 0;
  readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly address: string,
    readonly port: number,
  ) {}

  static async start(options: BrokerOptions = {}): Promise<FakeBroker> {
    const { tls, address = ownAddress() } = options;
    const server = tls ? createTlsServer({ ...tls, requestCert: tls.ca !== undefined }) : createServer();
    server.on('tlsClientError', () => undefined);
    await once(server.listen(options.port ?? 0, address), 'listening');
    const { port } = server.address() as AddressInfo;
    const broker = new FakeBroker(server, address, port);
    server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => broker.accept(socket, options));
    return broker;
  }

  /** The broker as a notice's recipient. */
  get recipient(): string {
    return `${this.address}:${this.port}`;
  }

  /** How many clients are connected now. */
  get connected(): number {
    return this.sockets.size;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private accept(socket: Socket, { returnCode = 0, answers }: BrokerOptions): void {
    this.connections++;
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket)).on('error', () => undefined);
    const reader = parser();
    reader.on('error', () => socket.destroy());
    reader.on('packet', (packet: Packet) => {
      if (packet.cmd === 'publish') this.receive(packet);
      if (answers) answers(packet, socket);
      else if (packet.cmd === 'connect') {
        socket.write(generate({ cmd: 'connack', returnCode, sessionPresent: false }));
      } else if (packet.cmd === 'publish') {
        socket.write(generate({ cmd: 'puback', messageId: packet.messageId! }));
      } else if (packet.cmd === 'disconnect') socket.end();
    });
    socket.on('data', (bytes) => void reader.parse(bytes));
  }

  private receive({ topic, payload, qos, retain }: IPublishPacket): void {
    this.published.push({ topic, payload: String(payload), qos, retain });
  }
}

/** Accepts connections. */
export const CONNACK = generate({ cmd: 'connack', returnCode: 0, sessionPresent: false });
