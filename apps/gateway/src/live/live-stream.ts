import { type Actor, hasFlag, maySee } from '@telemon/contracts/actor';
import type { Audience } from '@telemon/contracts/gateway/live';
import type { ServerResponse } from 'node:http';

/** A stream with more unread bytes than this … */
const MOST_BEHIND_BYTES = 64 * 1_024;
/** … or with unread bytes for this long, ms, is closed, to bound our memory. */
const LONGEST_BEHIND_MS = 10_000;

export type EndReason = 'left' | 'slow' | 'token-ended' | 'session-ended' | 'stopping' | 'replaced';

/** One open stream of one user. */
export class LiveStream {
  /** All visible events up to this number have been written. */
  writtenUpTo = 0;
  private behindSince: number | null = null;
  private ended = false;

  constructor(
    readonly actor: Actor,
    /** When the token of the stream expires, epoch ms. */
    private readonly expiresAtMs: number,
    private readonly response: ServerResponse,
    private readonly onEnd: (reason: EndReason) => void,
  ) {
    response.once('close', () => this.finish('left'));
  }

  /** Whether the user may see an update. */
  sees(audience: Audience): boolean {
    const { flag } = audience;
    return maySee(this.actor, audience) && (flag === undefined || hasFlag(this.actor, flag));
  }

  /**
   * Writes frames, or closes the stream if too many bytes are unread. Streams share the bytes, which must never change;
   * `whenTaken` is called once the system has sent them.
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

  /** Ends the stream if its token has expired, or if its reader has been behind for too long. */
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

  /** Ends the stream, without waiting for a reader that is behind. */
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
