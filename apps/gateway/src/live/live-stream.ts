import { type Actor, isAdmin } from '@telemon/contracts/actor';
import type { Audience } from '@telemon/contracts/live';
import type { ServerResponse } from 'node:http';

/** A reader who is this far behind, in bytes … */
const MOST_BEHIND_BYTES = 64 * 1_024;
/** … or has been behind for so long is let go: the rest should not wait in our memory. */
const LONGEST_BEHIND_MS = 10_000;

export type EndReason = 'left' | 'slow' | 'token-ended' | 'session-ended' | 'stopping' | 'replaced';

/** One open stream of one person. */
export class LiveStream {
  /** All events up to this number that they may see have been written. */
  heardUpTo = 0;
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
    if (isAdmin(role)) return true;
    return role === 'manager' ? managerId === id : role === 'assistant' && assistantIds.includes(id);
  }

  /**
   * Writes frames, or lets go of a reader for whom too many wait already. Many streams may be given the same bytes, which are
   * never changed; `whenTaken` is called once the network has them.
   */
  write(frames: Buffer, whenTaken?: () => void): void {
    if (this.ended) return;
    const waiting = this.response.writableLength;
    if (waiting > 0 && waiting + frames.length > MOST_BEHIND_BYTES) this.drop();
    else {
      this.response.write(frames, () => {
        if (!this.ended) whenTaken?.();
      });
    }
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
    this.onEnd(reason);
  }
}
