import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { Letter } from '@telemon/contracts/alerting/letters';
import { refusePeople } from '@telemon/platform/messaging/services-alone';
import { type NoticeDocument, laneOf, noticeIdOf, queuedAt, turnOf } from './notice.ts';
import { NoticesRepository } from './notices.repository.ts';
import { Waker } from './waker.ts';

/** Sends letters of other services to people, through the same delivery as the notices of alerts. */
@Injectable()
export class LettersService {
  constructor(
    private readonly repository: NoticesRepository,
    private readonly waker: Waker,
  ) {}

  /** Stores a letter and has it sent. Idempotent per id of the letter. */
  async post(actor: Actor, { id, contact, email, goodUntil, ...said }: Letter): Promise<null> {
    refusePeople(actor);
    const now = new Date();
    const to = (channel: 'sms' | 'email', recipient: string | null): NoticeDocument[] =>
      recipient === null
        ? []
        : [
            {
              _id: noticeIdOf(id, channel, recipient),
              letter: { ...said, goodUntil: new Date(goodUntil) },
              channel,
              to: recipient,
              ...queuedAt(now),
            },
          ];
    const notices = [...to('sms', contact), ...to('email', email)];
    const stored = await this.repository.insertUnlessThere(notices);
    for (const letter of stored) {
      this.waker.wake(laneOf(letter), [{ id: letter._id, ...turnOf(letter) }]);
    }
    return null;
  }
}
