import { NO_PRESENCE, type Presence, REPLICA_GONE_AFTER_MS } from '@telemon/contracts/devices/presence';
import type { KnownReplica, PresenceDocument, StoredConnection } from './presence.repository.ts';

/** The replicas of the endpoint, as the database has them, and since when this process can hear them. */
export interface Replicas {
  readonly known: ReadonlyMap<string, KnownReplica>;
  /** Epoch milliseconds. */
  readonly listeningSince: number;
  readonly now: number;
}

/**
 * Whether a replica is there. Time in which this process could hear none doesn't count against it.
 */
export const isThere = (
  { heardAt, goneAt }: KnownReplica,
  { listeningSince, now }: Pick<Replicas, 'listeningSince' | 'now'>,
): boolean => goneAt === null && now - Math.max(heardAt, listeningSince) <= REPLICA_GONE_AFTER_MS;

/** The ids of the replicas that are there. */
export const idsThere = (replicas: Replicas): string[] =>
  [...replicas.known.values()].filter((replica) => isThere(replica, replicas)).map(({ _id }) => _id);

/** A device's presence as the API shows it. Of several open connections, the newest counts. */
export const viewOf = (stored: PresenceDocument | undefined, replicas: Replicas): Presence => {
  if (!stored) return NO_PRESENCE;
  const { connections, refused } = stored;
  const last = newest(
    connections.map((connection) => ({ ...connection, endedAt: endOf(connection, replicas) })),
  );
  return {
    ...(last ? shown(last) : NO_PRESENCE),
    refused: refused && { ...refused, at: new Date(refused.at).toISOString() },
  };
};

/** null while it is open. One of a replica that is gone ended when that was heard last. */
const endOf = ({ replica, since, endedAt }: StoredConnection, replicas: Replicas): number | null => {
  if (endedAt !== null) return endedAt;
  const known = replicas.known.get(replica);
  if (known && isThere(known, replicas)) return null;
  return Math.max(since, known?.goneAt ?? known?.heardAt ?? since);
};

const newest = (connections: readonly StoredConnection[]): StoredConnection | undefined => {
  const open = connections.filter(({ endedAt }) => endedAt === null);
  const begun = (one: StoredConnection) => one.since;
  const ended = (one: StoredConnection) => one.endedAt!;
  return open.length > 0 ? maxBy(open, begun) : maxBy(connections, ended);
};

const maxBy = <Item>(items: readonly Item[], value: (item: Item) => number): Item | undefined =>
  items.reduce<Item | undefined>(
    (most, item) => (most && value(most) >= value(item) ? most : item),
    undefined,
  );

const shown = ({ since, endedAt, address, version, tls }: StoredConnection) => ({
  connected: endedAt === null,
  since: new Date(endedAt ?? since).toISOString(),
  address,
  protocol: version === 5 ? ('MQTT 5' as const) : ('MQTT 3.1.1' as const),
  tls,
});
