import { Inject, Injectable } from '@nestjs/common';
import { HOUR_MS } from '@telemon/contracts/durations';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';
import { reasonOf } from '@telemon/platform/errors';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { LeaseLost } from '@telemon/platform/leases/lease';
import { runLeasedPasses } from '@telemon/platform/leases/leased-passes';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { OutboundAddresses } from '@telemon/platform/outbound/outbound-addresses';
import { CONFIG } from '@telemon/platform/platform.module';
import { unsealed } from '@telemon/platform/secret-key';
import type { UdpRouterVariables } from '../config.ts';
import { DeviceKeys } from '../endpoint/device-keys.ts';
import { Forwarder } from './forwarder.ts';
import { ForwardingLease } from './forwarding-lease.ts';
import { QueueWriter } from './queue-writer.ts';
import { RouteChanges } from './route-changes.ts';
import { type RouteDocument, firstReport } from './route-document.ts';
import { queueOf, readerOf } from './route-queue.ts';
import { UdpRoutesRepository } from './udp-routes.repository.ts';

/** How often routes are read, if no message tells of a change, and their reports saved, ms. */
const LOOK_EVERY_MS = 2_000;
/** The pause before a replica tries to take over, ms. */
const TAKE_OVER_EVERY_MS = 500;
const MEGABYTE = 1024 * 1024;
const NOT_DECRYPTED = 'The certificates of this rule cannot be decrypted; add the rule again';

/** Forwards all routes, in one replica at a time. */
@Injectable()
export class Forwarding {
  private readonly forwarders = new Map<string, Forwarder>();
  /** Ids of routes whose queues were created or found. */
  private readonly queues = new Set<string>();
  private readonly devices: FactCopy<'device'>;

  constructor(
    @Inject(CONFIG) private readonly config: UdpRouterVariables,
    private readonly kafka: Kafka,
    private readonly repository: UdpRoutesRepository,
    private readonly changes: RouteChanges,
    private readonly writer: QueueWriter,
    private readonly outbound: OutboundAddresses,
    private readonly keys: DeviceKeys,
    private readonly lease: ForwardingLease,
    copies: FactCopies,
    lifecycle: Lifecycle,
  ) {
    this.devices = copies.of('device');
    this.devices.onChange((_name, state) => {
      if (state === null) changes.wakeUp();
    });
    runLeasedPasses(lease, lifecycle, {
      everyMs: TAKE_OVER_EVERY_MS,
      pass: (signal) => this.forward(signal),
      failed: 'udp routes not forwarded',
    });
  }

  private async forward(signal: AbortSignal): Promise<void> {
    logger.info('udp routes are forwarded here');
    // At once: the pass may still wait for a server that does not answer.
    const onAbort = () => {
      if (signal.reason instanceof LeaseLost) this.abandonAll();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      while (!signal.aborted) {
        const changed = this.changes.next(LOOK_EVERY_MS, signal);
        await this.follow(signal).catch((error: unknown) => {
          if (signal.aborted) return;
          logger.warn({ reason: reasonOf(error) }, 'udp routes not followed, retrying');
        });
        await changed;
      }
    } finally {
      await this.endAll();
    }
  }

  /** Begins to forward new routes, ends removed ones, and saves the reports of the others. */
  private async follow(signal: AbortSignal): Promise<void> {
    await this.saveReports();
    const routes = await this.repository.all();
    const gone = await this.removeRoutesOfGoneDevices(routes);
    signal.throwIfAborted();
    const isOver = ({ _id, removed }: RouteDocument) => removed || gone.has(_id);
    await Promise.all(routes.filter(isOver).map(({ _id }) => this.finishOrTryAgain(_id)));
    const present = routes.filter((route) => !isOver(route));
    await this.makeQueues(present);
    signal.throwIfAborted();
    await this.writer.follow(present);
    for (const route of present) {
      signal.throwIfAborted();
      if (!this.forwarders.has(route._id)) await this.begin(route);
    }
  }

  private async makeQueues(routes: RouteDocument[]): Promise<void> {
    const missing = routes.filter(({ _id }) => !this.queues.has(_id)).map(({ _id }) => _id);
    if (missing.length === 0) return;
    const { ROUTE_QUEUE_MB, ROUTE_QUEUE_HOURS } = this.config;
    const bounds = { bytes: ROUTE_QUEUE_MB * MEGABYTE, keptMs: Math.round(ROUTE_QUEUE_HOURS * HOUR_MS) };
    await this.kafka.queues.make(missing.map(queueOf), bounds);
    for (const id of missing) this.queues.add(id);
  }

  private async begin(route: RouteDocument): Promise<void> {
    const authorities = this.authoritiesOf(route);
    if (authorities === undefined) return this.refuse(route);
    const { kafka, outbound, lease } = this;
    const forwarder = new Forwarder(route, { kafka, outbound, authorities, lease });
    this.forwarders.set(route._id, forwarder);
    forwarder.start();
    logger.info({ routeId: route._id, deviceName: route.deviceName }, 'udp route forwarded');
  }

  private async finishOrTryAgain(id: string): Promise<void> {
    try {
      await this.finish(id);
      logger.info({ routeId: id }, 'udp route removed');
    } catch (error) {
      logger.warn({ routeId: id, reason: reasonOf(error) }, 'udp route not removed, retrying');
    }
  }

  /** Ends a removed route: its connection first, then its queue, and the row last, so that a kill leaves nothing behind. */
  private async finish(id: string): Promise<void> {
    this.writer.remove(id);
    await this.forwarders.get(id)?.end();
    this.forwarders.delete(id);
    await this.kafka.queues.remove(queueOf(id), readerOf(id));
    this.queues.delete(id);
    await this.repository.erase(id);
  }

  /** Another replica may forward the routes from now on. */
  private abandonAll(): void {
    logger.warn('udp routes are not forwarded here any more');
    for (const forwarder of this.forwarders.values()) forwarder.abandon();
    this.writer.stop().catch(() => undefined);
  }

  private async endAll(): Promise<void> {
    const ended = [...this.forwarders.values()];
    await Promise.all([this.writer.stop(), ...ended.map((forwarder) => forwarder.end())]);
    await this.saveReports().catch(() => undefined);
    this.forwarders.clear();
    this.queues.clear();
  }

  private async saveReports(): Promise<void> {
    await Promise.all(
      [...this.forwarders].map(async ([id, forwarder]) => {
        void forwarder.measure();
        await forwarder.report.save((report) => this.repository.report(id, report));
      }),
    );
  }

  /** Removes the routes of deleted devices, even if another device has the name by now. @returns their ids */
  private async removeRoutesOfGoneDevices(routes: RouteDocument[]): Promise<ReadonlySet<string>> {
    const gone = new Set<string>();
    await Promise.all(
      routes.map(async (route) => {
        if (!route.removed && (await this.isGone(route))) gone.add(route._id);
      }),
    );
    if (gone.size > 0) await this.repository.removeAll([...gone]);
    return gone;
  }

  private async isGone({ deviceName, deviceKey }: RouteDocument): Promise<boolean> {
    const told = this.devices.get(deviceName)?.deviceKey;
    if (told !== undefined && told <= deviceKey) return false;
    // Without a state, the device is deleted, or its fact has not come yet: then the devices service knows it.
    if (this.devices.versionOf(deviceName) === 0) return false;
    const present = await this.keys.of(deviceName);
    return present === null || (present !== undefined && present > deviceKey);
  }

  /** @returns undefined if the certificates can't be decrypted */
  private authoritiesOf({ _id, tls }: RouteDocument): string[] | null | undefined {
    if (tls === null) return null;
    try {
      return JSON.parse(unsealed(tls.sealed, this.config.CERTIFICATE_KEY, _id)) as string[];
    } catch {
      return undefined;
    }
  }

  private async refuse({ _id, state }: RouteDocument): Promise<void> {
    if (state === 'refused') return;
    logger.error({ routeId: _id }, 'certificates of a udp route not decrypted');
    await this.repository.report(_id, {
      ...firstReport(new Date()),
      state: 'refused',
      stateReason: NOT_DECRYPTED,
    });
  }
}
