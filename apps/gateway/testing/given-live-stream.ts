import type { NatsConnection } from '@nats-io/transport-node';
import type { UserRole } from '@telemon/contracts/actor';
import type { LiveReading } from '@telemon/contracts/gateway/live';
import { LIVE_SUBJECTS } from '@telemon/contracts/topics';
import { connectNats } from '@telemon/platform/messaging/nats';
import { SessionsThatEnd } from '@telemon/testing/ended-sessions';
import { servers } from '@telemon/testing/servers';
import { TokenKeys } from '@telemon/testing/tokens';
import { until } from '@telemon/testing/waiting';
import { type GivenGateway, givenGateway } from './given-gateway.ts';
import { StreamReader } from './stream-reader.ts';

interface TokenOptions {
  lastsS?: number;
  mqttAdmin?: boolean;
}

/** A gateway with readers of its live stream, and the services that publish updates and end sessions. */
export class GivenLiveStream {
  private readonly readers: StreamReader[] = [];

  private constructor(
    private readonly keys: TokenKeys,
    private readonly gateway: GivenGateway,
    readonly nats: NatsConnection,
    readonly sessionsThatEnd: SessionsThatEnd,
  ) {}

  static async start(): Promise<GivenLiveStream> {
    const keys = new TokenKeys();
    const nats = await connectNats(servers().natsUrl, 'live-spec');
    const sessionsThatEnd = await SessionsThatEnd.start();
    const gateway = await givenGateway({ keys, endedSessions: sessionsThatEnd.call });
    return new GivenLiveStream(keys, gateway, nats, sessionsThatEnd);
  }

  get url(): string {
    return this.gateway.url;
  }

  tokenOf(role: UserRole, sub: string, { lastsS = 900, mqttAdmin = false }: TokenOptions = {}) {
    return this.keys.sign({ sub, role, managerId: role === 'admin' ? null : sub, mqttAdmin }, { lastsS });
  }

  /** Opens a stream, which may be refused. */
  async open(token: string, headers: Record<string, string> = {}): Promise<StreamReader> {
    const reader = await StreamReader.open(this.url, token, headers);
    this.readers.push(reader);
    return reader;
  }

  /** Opens a stream of a user, and waits until it has begun. */
  async openAs(role: UserRole, sub: string): Promise<StreamReader> {
    const reader = await this.open(await this.tokenOf(role, sub));
    await until(() => reader.lastId !== '');
    return reader;
  }

  publish(subject: string, payload: unknown): void {
    this.nats.publish(subject, JSON.stringify(payload));
  }

  publishReadings(...readings: LiveReading[]): void {
    this.publish(LIVE_SUBJECTS.readings, readings);
  }

  /** Closes all streams that are still open. */
  leaveAll(): void {
    for (const reader of this.readers.splice(0)) reader.leave();
  }

  async stop(): Promise<void> {
    await this.gateway.stop();
    await this.sessionsThatEnd.stop();
    await this.nats.close();
  }
}
