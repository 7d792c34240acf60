import type { Actor } from '@telemon/contracts/actor';
import type { Audience } from '@telemon/contracts/live';
import type { ServerResponse } from 'node:http';

/** A reader who is this far behind, in bytes … */
const MOST_BEHIND_BYTES = 64 * 1_024;
/** … or has been behind for so long is let go: the rest should not wait in our memory. */
const LONGEST_BEHIND_MS = 10_000;

export type EndReason = 'left' | 'slow' | 'token-ended' | 'session-ended' | 'stopping' | 'replaced';

/** One open stream of one person. */
export class LiveStream {
  private pending = '';
  private behindSince: number | null = null;
  private ended = false;

  constructor(
    readonly actor: Actor,
    /** When the token ends that it was opened with, epoch ms. */
    private readonly expiresAtMs: number,
    private readonly response: ServerResponse,
    private readonly onEnd: (reason: EndReason) => void,
  ) {
    response.once('close', () => this.finish('left'));
  }

  /** Admin sees all, a manager what they own, an assistant what is assigned to them. */
  sees({ managerId, assistantIds }: Audience): boolean {
    const { id, role } = this.actor;
    if (role === 'admin') return true;
    return role === 'manager' ? managerId === id : role === 'assistant' && assistantIds.includes(id);
  }

  /** Adds to what the next `flush` writes. */
  add(frame: string): void {
    this.pending += frame;
  }

  flush(): void {
    if (this.ended || this.pending === '') return;
    if (this.response.writableLength > MOST_BEHIND_BYTES) {
      this.drop();
      return;
    }
    this.response.write(this.pending);
    this.pending = '';
  }

  /** Ends the stream when its token has; lets go of a reader who has not caught up for too long. */
  check(): void {
    if (Date.now() >= this.expiresAtMs) {
      this.end('token-ended');
      return;
    }
    const now = performance.now();
    if (this.response.writableLength === 0) this.behindSince = null;
    else this.behindSince ??= now;
    if (this.behindSince !== null && now - this.behindSince >= LONGEST_BEHIND_MS) this.drop();
  }

  /** Ends the stream; a reader who is behind isn't waited for. */
  end(reason: EndReason): void {
    this.finish(reason);
    if (this.response.writableLength > 0) this.response.destroy();
    else this.response.end();
  }

  private drop(): void {
    this.finish('slow');
    this.response.destroy();
  }

  private finish(reason: EndReason): void {
    if (this.ended) return;
    this.ended = true;
    this.pending = '';
    this.onEnd(reason);
  }
}
