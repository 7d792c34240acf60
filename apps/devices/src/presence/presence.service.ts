import { Injectable } from '@nestjs/common';
import type { Presence, ToldPresence } from '@telemon/contracts/devices/presence';
import { type PresenceFilter, REFUSED_LATELY_MS } from '@telemon/contracts/devices/presence-filters';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Live } from '@telemon/platform/messaging/live';
import { runPasses } from '@telemon/platform/passes';
import type { ClientSession } from 'mongodb';
import { PresenceRepository } from './presence.repository.ts';
import { type Replicas, idsThere, isThere, viewOf } from './presence-view.ts';

/** The pause between two passes that end the connections of replicas that are gone, ms. */
const PASS_EVERY_MS = 10_000;

/** Tells of no connection. */
const NOBODY = { replica: '', number: 0 };

/** Names that a list is narrowed to, or that it leaves out. */
export type Narrowed = { readonly only: string[] } | { readonly except: string[] };

/** A replica of the endpoint, and the number of its message. */
interface Telling {
  readonly replica: string;
  readonly number: number;
  readonly phase: 'begins' | 'stays' | 'leaves';
}

/**
 * Which devices are connected, as the replicas of the MQTT endpoint tell. A connection counts as long as its replica is heard, so
 * that none outlives a replica that was killed.
 */
@Injectable()
export class PresenceService {
  /** Epoch milliseconds. */
  private listeningSince = 0;

  constructor(
    private readonly repository: PresenceRepository,
    live: Live,
    lifecycle: Lifecycle,
  ) {
    lifecycle.onStart(() => this.listen());
    live.onReconnect(() => this.listen());
    runPasses(lifecycle, {
      everyMs: PASS_EVERY_MS,
      parts: [() => this.settle(Date.now())],
      failed: 'connections of a lost endpoint not ended',
    });
  }

  /** From now on this process can hear replicas, again. */
  listen(): void {
    this.listeningSince = Date.now();
  }

  /** The presence of devices by their keys. */
  async of(keys: readonly number[]): Promise<Map<number, Presence>> {
    const [stored, replicas] = await Promise.all([this.repository.of(keys), this.replicas(Date.now())]);
    return new Map(keys.map((key) => [key, viewOf(stored.get(key), replicas)]));
  }

  /** The devices of any owner of which a filter is true now. */
  async narrowedTo(filter: PresenceFilter): Promise<Narrowed> {
    const now = Date.now();
    if (filter === 'refused') return { only: await this.repository.refusedSince(now - REFUSED_LATELY_MS) };
    if (filter === 'never') return { except: await this.repository.everConnected() };
    const connected = await this.repository.connectedAt(idsThere(await this.replicas(now)));
    if (filter === 'connected') return { only: connected };
    const areConnected = new Set(connected);
    const ever = await this.repository.everConnected();
    return { only: ever.filter((name) => !areConnected.has(name)) };
  }

  /** Keeps what a replica tells. @returns false if the replica counts as gone: then nothing is kept. */
  async tell({ replica, number, phase }: Telling, devices: readonly ToldPresence[]): Promise<boolean> {
    const now = Date.now();
    if (phase === 'begins') await this.repository.addReplica(replica, now);
    else if (!(await this.repository.hear(replica, now))) return false;
    await this.repository.keep(devices, { replica, number }, now);
    if (phase === 'leaves') await this.repository.endReplica(replica, now);
    return true;
  }

  /** Keeps refusals of messages that came to this service. */
  async refuse(refusals: readonly Omit<ToldPresence, 'connection'>[]): Promise<void> {
    await this.repository.keep(refusals, NOBODY, Date.now());
  }

  /** Removes what is known of a device, in the transaction of its deletion, and once no process has it any more. */
  async remove(key: number, session?: ClientSession): Promise<void> {
    await this.repository.remove(key, session);
  }

  /** Ends the connections of replicas that are gone. @param now Epoch milliseconds. */
  async settle(now: number): Promise<void> {
    const replicas = await this.replicas(now);
    for (const replica of replicas.known.values()) {
      if (isThere(replica, replicas)) continue;
      const { _id, heardAt } = replica;
      const goneAt = replica.goneAt ?? heardAt;
      if (replica.goneAt === null && !(await this.repository.endReplica(_id, goneAt, heardAt))) continue;
      await this.repository.settle({ _id, heardAt, goneAt });
    }
  }

  private async replicas(now: number): Promise<Replicas> {
    const { listeningSince } = this;
    return { known: await this.repository.knownReplicas(), listeningSince, now };
  }
}
