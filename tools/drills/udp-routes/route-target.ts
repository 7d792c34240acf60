import { type GivenCertificate, newCertificate } from '@telemon/testing/certificate';
import type { Say } from '../../servers/progress.ts';
import { DrilledBroker, OWN_ADDRESS } from '../installation/drilled-broker.ts';
import { seqIn } from './numbered-datagram.ts';

/** A way in which a route's broker fails, and the reason that the list of routes gives. */
interface Failure {
  readonly reason: RegExp;
  begin(broker: DrilledBroker): Promise<void> | void;
  end(broker: DrilledBroker): Promise<void> | void;
}

/** The behaviour of a target in a drill: it fails in one of these ways, or stays well. */
export type TargetKind = 'well' | 'killed' | 'stopped' | 'wrong certificate' | 'expired certificate';

interface Arrived {
  readonly seq: number;
  /** On the drill's clock (`performance.now`). */
  readonly at: number;
  readonly text: string;
}

/** An MQTT broker that devices have routes to. */
export class RouteTarget {
  readonly kind: TargetKind;
  readonly #broker: DrilledBroker;
  readonly #certificates: Certificates | null;
  readonly #arrived: Map<string, Arrived[]>;

  private constructor(
    kind: TargetKind,
    broker: DrilledBroker,
    certificates: Certificates | null,
    arrived: Map<string, Arrived[]>,
  ) {
    this.kind = kind;
    this.#broker = broker;
    this.#certificates = certificates;
    this.#arrived = arrived;
  }

  static async start(kind: TargetKind, say: Say): Promise<RouteTarget> {
    const certificates = kind.endsWith('certificate') ? newCertificates() : null;
    const arrived = new Map<string, Arrived[]>();
    const receive = (topic: string, payload: Buffer) => {
      const text = String(payload);
      const datagram = { seq: seqIn(text), at: performance.now(), text };
      const ofDevice = arrived.get(topic);
      if (ofDevice) ofDevice.push(datagram);
      else arrived.set(topic, [datagram]);
    };
    const broker = await DrilledBroker.start(say, receive, certificates?.right);
    return new RouteTarget(kind, broker, certificates, arrived);
  }

  /** The port that its routes lead to. */
  get port(): number {
    return this.#broker.tlsPort ?? this.#broker.port;
  }

  /** The request for a route of a device to it. */
  routeOf(deviceId: string): object {
    const { host } = this.#broker;
    const target = { deviceId, host, port: this.port, topic: topicOf(deviceId), prePostEnable: false };
    if (this.#certificates === null) return { ...target, tlsEnabled: false };
    const { right, expired } = this.#certificates;
    // The route trusts both, so that the date alone is at fault.
    const list = [right, expired].flatMap(({ cert }) => String(cert).trim().split('\n'));
    return { ...target, tlsEnabled: true, certificate: { list } };
  }

  /** The datagrams of a device in the order of their arrival. */
  arrivedOf(deviceName: string): readonly Arrived[] {
    return this.#arrived.get(topicOf(deviceName)) ?? [];
  }

  get arrived(): number {
    return [...this.#arrived.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** Whether this is the reason that a route to it should give while it fails. */
  explains(reason: string | null): boolean {
    return this.#failure.reason.test(reason ?? '');
  }

  async fail(): Promise<void> {
    await this.#failure.begin(this.#broker);
  }

  async mend(): Promise<void> {
    await this.#failure.end(this.#broker);
  }

  stop(): Promise<void> {
    return this.#broker.stop();
  }

  get #failure(): Failure {
    const { kind } = this;
    if (kind === 'well') throw new Error('This target does not fail');
    return FAILURES[kind](this.#certificates!);
  }
}

interface Certificates {
  readonly right: GivenCertificate;
  readonly wrong: GivenCertificate;
  readonly expired: GivenCertificate;
}

const newCertificates = (): Certificates => ({
  right: newCertificate(OWN_ADDRESS),
  wrong: newCertificate(OWN_ADDRESS),
  expired: newCertificate(OWN_ADDRESS, { days: -1 }),
});

const topicOf = (deviceName: string): string => `drill/${deviceName}`;

const shows = async (broker: DrilledBroker, certificate: GivenCertificate): Promise<void> => {
  await broker.showNext(certificate);
  await broker.kill();
  await broker.bringBack();
};

const FAILURES: Readonly<Record<Exclude<TargetKind, 'well'>, (certificates: Certificates) => Failure>> = {
  killed: () => ({
    reason: /refused the connection|closed the connection/,
    begin: (broker) => broker.kill(),
    end: (broker) => broker.bringBack(),
  }),
  stopped: () => ({
    reason: /in time/,
    begin: (broker) => broker.pause(),
    end: (broker) => broker.resume(),
  }),
  'wrong certificate': ({ wrong, right }) => ({
    reason: /authority vouches for the certificate/,
    begin: (broker) => shows(broker, wrong),
    end: (broker) => shows(broker, right),
  }),
  'expired certificate': ({ expired, right }) => ({
    reason: /certificate .* has expired/,
    begin: (broker) => shows(broker, expired),
    end: (broker) => shows(broker, right),
  }),
};
