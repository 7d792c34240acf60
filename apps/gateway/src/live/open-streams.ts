import { type Actor, isAdmin } from '@telemon/contracts/actor';
import type { Audience } from '@telemon/contracts/gateway/live';
import type { LiveStream } from './live-stream.ts';

/** Streams that see the same updates: the streams of all admins, of one manager or of one assistant, with or without the flag. */
export type Peers = ReadonlySet<LiveStream>;

type ByUser = Map<string, Set<LiveStream>>;

const withMqttAdmin = (id: string): string => `${id} mqttAdmin`;
/** While the flag of a user changes, there may be streams with and without it. */
const groupOf = ({ id, mqttAdmin }: Actor): string => (mqttAdmin ? withMqttAdmin(id) : id);

/** The open streams by user and, once they have joined the live updates, by the updates that they see. */
export class OpenStreams {
  private readonly byUser: ByUser = new Map();
  private readonly ofAdmins = new Set<LiveStream>();
  private readonly ofManagers: ByUser = new Map();
  private readonly ofAssistants: ByUser = new Map();
  private count = 0;

  get size(): number {
    return this.count;
  }

  add(stream: LiveStream): void {
    this.byUser.set(stream.actor.id, (this.byUser.get(stream.actor.id) ?? new Set()).add(stream));
    this.count++;
  }

  join(stream: LiveStream): void {
    const { actor } = stream;
    if (!this.byUser.get(actor.id)?.has(stream)) return;
    if (isAdmin(actor.role)) return void this.ofAdmins.add(stream);
    const groups = this.groupsOf(actor.role);
    const group = groupOf(actor);
    groups.set(group, (groups.get(group) ?? new Set()).add(stream));
  }

  remove(stream: LiveStream): void {
    const { id, role } = stream.actor;
    if (!takeOut(this.byUser, id, stream)) return;
    if (isAdmin(role)) this.ofAdmins.delete(stream);
    else takeOut(this.groupsOf(role), groupOf(stream.actor), stream);
    this.count--;
  }

  /** The streams of a user, oldest first. */
  ofUser(id: string): LiveStream[] {
    return [...(this.byUser.get(id) ?? [])];
  }

  /** The joined streams that may see an update: the streams of admins, of the owner and of the assistants. */
  seeing({ managerId, assistantIds, flag }: Audience): Peers[] {
    const groupsOf = (groups: ByUser, id: string) => [
      groups.get(withMqttAdmin(id)),
      flag === undefined ? groups.get(id) : undefined,
    ];
    const ofAssistants = [...new Set(assistantIds)].flatMap((id) => groupsOf(this.ofAssistants, id));
    const all = [this.ofAdmins, ...groupsOf(this.ofManagers, managerId), ...ofAssistants];
    return all.filter((peers) => peers !== undefined && peers.size > 0) as Peers[];
  }

  /** All joined streams, grouped by the updates that they see. */
  joined(): Peers[] {
    return [this.ofAdmins, ...this.ofManagers.values(), ...this.ofAssistants.values()];
  }

  all(): LiveStream[] {
    return [...this.byUser.values()].flatMap((own) => [...own]);
  }

  private groupsOf(role: Actor['role']): ByUser {
    return role === 'manager' ? this.ofManagers : this.ofAssistants;
  }
}

const takeOut = (sets: ByUser, id: string, stream: LiveStream): boolean => {
  const set = sets.get(id);
  if (!set?.delete(stream)) return false;
  if (set.size === 0) sets.delete(id);
  return true;
};
