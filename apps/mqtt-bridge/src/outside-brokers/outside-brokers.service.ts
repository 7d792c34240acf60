import { Inject, Injectable } from '@nestjs/common';
import { OUTSIDE_SESSIONS_SUBJECT, OutsideSessionsHeld } from '@telemon/contracts/mqtt-bridge/mqtt';
import { waitAfter } from '@telemon/platform/back-off';
import { reasonOf } from '@telemon/platform/errors';
import { Lease, type LeaseDocument } from '@telemon/platform/leases/lease';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { Live } from '@telemon/platform/messaging/live';
import { Gauge } from '@telemon/platform/metrics';
import { Mongo } from '@telemon/platform/mongo';
import { runPasses } from '@telemon/platform/passes';
import { CONFIG } from '@telemon/platform/platform.module';
import type { Collection } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { MqttBridgeVariables } from '../config.ts';
import { BrokerConnection } from './broker-connection.ts';
import { type OutsideBroker, outsideBrokerOf } from './outside-broker.ts';
import { OutsideIntake } from './outside-intake.ts';
import { OutsideSessionsRepository } from './outside-sessions.repository.ts';

/** Between two looks for a session that no replica holds, ms. */
const LOOKS_EVERY_MS = 1_000;
/** With each session that it holds, a replica waits longer before it takes another one, ms. */
const WAITS_PER_SESSION_MS = 2_000;
const LONGEST_PAUSE_MS = 15_000;
/** After a connection that lasted so long, the first pause is short again, ms. */
const STEADY_AFTER_MS = 10_000;
/** A session that is given up has nothing left once nothing has come for this long, ms. */
const EMPTY_AFTER_MS = 10_000;

const states = new Gauge({
  name: 'telemon_outside_broker_sessions',
  help: 'Sessions at the outside broker that this replica holds, by state',
  labelNames: ['state'],
});

/** A session that this replica holds. */
interface Held {
  readonly letGo: AbortController;
  state: 'connecting' | 'connected' | 'retrying';
}

/**
 * Reads the outside broker over its sessions. Each session is held by one replica at a time, and taken over by another one when
 * that ends, with all that has come for it.
 */
@Injectable()
export class OutsideBrokers {
  /** Identifies this process among its replicas. */
  private readonly replica = randomUUID();
  private readonly leases: Collection<LeaseDocument>;
  private readonly held = new Map<number, Held>();
  private readonly connections = new Set<BrokerConnection>();
  private readonly working = new Set<Promise<void>>();
  private takesNextAt = 0;
  private isStopping = false;

  constructor(
    @Inject(CONFIG) config: MqttBridgeVariables,
    private readonly intake: OutsideIntake,
    private readonly sessions: OutsideSessionsRepository,
    private readonly live: Live,
    mongo: Mongo,
    lifecycle: Lifecycle,
  ) {
    this.leases = mongo.collection<LeaseDocument>('leases');
    const broker = outsideBrokerOf(config);
    if (!broker) return;
    intake.onRoom(() => {
      for (const { deliveries } of this.connections) deliveries.adjust();
    });
    live.subscribe(OUTSIDE_SESSIONS_SUBJECT, OutsideSessionsHeld, (other) => this.balance(other));
    runPasses(lifecycle, {
      everyMs: LOOKS_EVERY_MS,
      parts: [() => this.takeOne(broker)],
      failed: 'sessions of the outside broker not looked for',
    });
    lifecycle.onStop(() => this.stop());
  }

  private async stop(): Promise<void> {
    this.isStopping = true;
    for (const { letGo } of this.held.values()) letGo.abort();
    await Promise.all(this.working);
  }

  /** Takes a session that no replica holds, if there is one; also of those that are given up, because there are fewer now. */
  private async takeOne(broker: OutsideBroker): Promise<void> {
    const wanted = Array.from({ length: broker.sessions }, (_, number) => number);
    if (this.held.size < wanted.length) this.tellHeld();
    if (performance.now() < this.takesNextAt) return;
    const numbers = new Set([...wanted, ...(await this.sessions.numbers())]);
    for (const number of numbers) {
      if (this.isStopping) return;
      if (!this.held.has(number) && (await this.take(broker, number))) {
        this.takesNextAt = performance.now() + this.held.size * WAITS_PER_SESSION_MS;
        return;
      }
    }
  }

  /** Resolves with whether this replica holds the session from now on. */
  private take(broker: OutsideBroker, number: number): Promise<boolean> {
    return new Promise((resolve) => {
      const letGo = new AbortController();
      const work = async (lost: AbortSignal): Promise<void> => {
        if (this.isStopping) return;
        this.held.set(number, { letGo, state: 'connecting' });
        resolve(true);
        return this.serve(broker, number, AbortSignal.any([lost, letGo.signal]));
      };
      const working = new Lease(this.leases, `outside-session-${number}`)
        .holdIfFree(work)
        .catch((error: unknown) =>
          logger.warn({ session: number, reason: reasonOf(error) }, 'session of the outside broker let go'),
        )
        .then(() => {
          this.held.delete(number);
          this.working.delete(working);
          this.countStates();
          resolve(false);
        });
      this.working.add(working);
    });
  }

  /** Connects the session again and again, until the signal aborts or it is given up for good. */
  private async serve(broker: OutsideBroker, number: number, signal: AbortSignal): Promise<void> {
    const isWanted = number < broker.sessions;
    const group = (await this.sessions.open(0)).clientId;
    const filters = !isWanted
      ? []
      : broker.topics.filters.map((filter) => (broker.sessions === 1 ? filter : `$share/${group}/${filter}`));
    for (let failures = 1; !signal.aborted; failures++) {
      const begun = performance.now();
      const reason = await this.connect(broker, number, filters, signal);
      if (signal.aborted || reason === null) return;
      if (performance.now() - begun > STEADY_AFTER_MS) failures = 1;
      this.tell(number, 'retrying', { reason });
      const pause = Math.min(waitAfter(failures), LONGEST_PAUSE_MS);
      await delay(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Resolves once the connection has ended, with the reason; null: the session is over for good. */
  private async connect(
    broker: OutsideBroker,
    number: number,
    filters: readonly string[],
    signal: AbortSignal,
  ): Promise<string | null> {
    // Only now: the package takes 20 MB, and most installations have no such broker.
    const { MqttClient } = await import('mqtt');
    const session = await this.sessions.open(number, filters);
    const connection = BrokerConnection.open(MqttClient, broker, session, this.intake);
    this.connections.add(connection);
    try {
      await connection.subscribe(filters, session.filters);
      if (session.filters.length > filters.length) await this.sessions.setFilters(number, filters);
      this.tell(number, 'connected', { host: broker.host, port: broker.port });
      const hasToEnd = await (filters.length > 0 ? isEnding : isEmpty)(connection, signal);
      if (!hasToEnd) return connection.reason;
      const isForGood = !signal.aborted;
      await connection.leave(isForGood);
      if (!isForGood) return connection.reason;
      await this.sessions.remove(number);
      return null;
    } catch (error) {
      return (error as Error).message;
    } finally {
      connection.close();
      this.connections.delete(connection);
      // The broker must not send again, while they are in memory, the messages that Kafka gets all the same.
      await Promise.race([connection.deliveries.idle(), aborted(signal)]);
    }
  }

  /** Lets a session go to a replica that holds fewer. */
  private balance({ replica, sessions }: OutsideSessionsHeld): void {
    if (replica === this.replica || this.held.size <= sessions + 1) return;
    [...this.held.values()].at(-1)!.letGo.abort();
    this.takesNextAt = performance.now() + this.held.size * WAITS_PER_SESSION_MS;
  }

  private tellHeld(): void {
    const held: OutsideSessionsHeld = { replica: this.replica, sessions: this.held.size };
    this.live.publish(OUTSIDE_SESSIONS_SUBJECT, held);
  }

  private tell(number: number, state: Held['state'], details: Record<string, unknown>): void {
    const held = this.held.get(number);
    if (held) held.state = state;
    this.countStates();
    const line = { session: number, ...details };
    if (state === 'connected') logger.info(line, 'outside broker connected');
    else logger.warn(line, 'outside broker not connected, retrying');
  }

  private countStates(): void {
    for (const state of ['connecting', 'connected', 'retrying'] as const)
      states.set({ state }, [...this.held.values()].filter((held) => held.state === state).length);
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Waits until the connection has ended, or has to: true then. */
const isEnding = (connection: BrokerConnection, signal: AbortSignal): Promise<boolean> =>
  Promise.race([connection.closed.then(() => false), aborted(signal).then(() => true)]);

/** The same; true also once the broker has nothing left for the session. */
const isEmpty = async (connection: BrokerConnection, signal: AbortSignal): Promise<boolean> => {
  while (!signal.aborted && connection.quietForMs < EMPTY_AFTER_MS) {
    const isClosed = await Promise.race([
      connection.closed.then(() => true),
      delay(EMPTY_AFTER_MS / 10, false),
    ]);
    if (isClosed) return false;
  }
  return true;
};
