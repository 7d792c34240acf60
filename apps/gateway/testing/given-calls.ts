import { ROUTES } from '@telemon/contracts/routes';
import { AnsweringService } from '@telemon/testing/answering-service';
import { SessionsThatEnd } from '@telemon/testing/ended-sessions';
import { TokenKeys } from '@telemon/testing/tokens';
import { connect } from 'node:net';
import type { RouteTable } from '../src/forward/route-table.ts';
import { type GivenGateway, givenGateway } from './given-gateway.ts';

/** A valid body of POST /alert. */
export const ALERT = {
  deviceName: 'pump01',
  sensorId: 1,
  valueType: 'Current',
  alertType: 'Above',
  criteria: { values: [8] },
  contact: '15005550006',
  message: '$name is at $data',
};

interface ReceivedAnswer {
  status: number;
  headers: Headers;
  body: {
    error: boolean;
    message: string;
    data: unknown;
    requestId?: string;
    fields?: Record<string, string>;
  };
}

interface Asking {
  body?: unknown;
  headers?: Record<string, string>;
  /** The address of another gateway. */
  at?: string;
}

/** A gateway with every route, in front of a fake service with the answers of a spec; the caller is a manager. */
export class GivenCalls {
  private readonly gateways: GivenGateway[] = [];

  private constructor(
    readonly keys: TokenKeys,
    readonly token: string,
    readonly service: AnsweringService,
    private readonly sessionsThatEnd: SessionsThatEnd,
  ) {}

  static async start(): Promise<GivenCalls> {
    const keys = new TokenKeys();
    const token = await keys.sign({ sub: 'm1', role: 'manager', managerId: 'm1', mqttAdmin: true });
    const given = new GivenCalls(keys, token, await AnsweringService.start(), await SessionsThatEnd.start());
    await given.another({ OUTBOX_URL: 'http://127.0.0.1:1' });
    return given;
  }

  get url(): string {
    return this.gateways[0]!.url;
  }

  /** Starts another gateway, which `stop` stops too. */
  async another(settings: Record<string, string> = {}, routes = this.allRoutes()): Promise<GivenGateway> {
    const gateway = await givenGateway({
      keys: this.keys,
      settings,
      routes,
      endedSessions: this.sessionsThatEnd.call,
    });
    this.gateways.push(gateway);
    return gateway;
  }

  async ask(
    method: string,
    path: string,
    { body, headers = {}, at = this.url }: Asking = {},
  ): Promise<ReceivedAnswer> {
    const response = await fetch(`${at}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as ReceivedAnswer['body'],
    };
  }

  /** Writes raw bytes, and reads until the connection is closed. */
  raw(request: string): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      const { hostname, port } = new URL(this.url);
      const socket = connect(Number(port), hostname, () => socket.write(request));
      socket.on('data', (chunk) => chunks.push(chunk));
      socket.on('error', reject);
      socket.on('close', () => resolve(Buffer.concat(chunks)));
    });
  }

  async stop(): Promise<void> {
    await Promise.all(this.gateways.map((gateway) => gateway.stop()));
    await this.service.stop();
    await this.sessionsThatEnd.stop();
  }

  private allRoutes(): RouteTable {
    const rows = Object.entries(ROUTES).map(([name, route]) => [
      name,
      { ...route, call: this.service.withPrefix(route.call) },
    ]);
    return Object.fromEntries(rows) as RouteTable;
  }
}
