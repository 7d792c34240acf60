import type { Audience } from '@telemon/contracts/live';
import type { LiveStream } from './live-stream.ts';

/** The open streams, found by who may see an update rather than by asking each of them. */
export class OpenStreams {
  private readonly ofAdmins = new Set<LiveStream>();
  private readonly byUser = new Map<string, Set<LiveStream>>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  add(stream: LiveStream): void {
    const { id, role } = stream.actor;
    const own = this.byUser.get(id) ?? new Set();
    this.byUser.set(id, own.add(stream));
    if (role === 'admin') this.ofAdmins.add(stream);
    this.count++;
  }

  remove(stream: LiveStream): void {
    const { id } = stream.actor;
    const own = this.byUser.get(id);
    if (!own?.delete(stream)) return;
    if (own.size === 0) this.byUser.delete(id);
    this.ofAdmins.delete(stream);
    this.count--;
  }

  /** A user's own, the oldest first. */
  ofUser(id: string): LiveStream[] {
    return [...(this.byUser.get(id) ?? [])];
  }

  /** Each stream that may see an update, once. */
  *seeing(audience: Audience): Generator<LiveStream> {
    yield* this.ofAdmins;
    for (const id of new Set([audience.managerId, ...audience.assistantIds])) {
      for (const stream of this.byUser.get(id) ?? []) {
        if (stream.actor.role !== 'admin' && stream.sees(audience)) yield stream;
      }
    }
  }

  all(): LiveStream[] {
    return [...this.byUser.values()].flatMap((own) => [...own]);
  }
}
