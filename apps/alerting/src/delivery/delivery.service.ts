import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS, HOUR_MS } from '@telemon/contracts/durations';
import { TRIED_FOR_MS, waitAfter } from '@telemon/platform/back-off';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { CONFIG } from '@telemon/platform/platform.module';
import { processName } from '@telemon/platform/process-name';
import { untilAnswered } from '@telemon/platform/until-answered';
import { setTimeout as delay } from 'node:timers/promises';
import type { AlertingVariables } from '../config.ts';
import { AcknowledgeLinks } from './acknowledge-links.ts';
import { compose } from './compose.ts';
import { handedOver, noticesByOutcome } from './delivery.metrics.ts';
import { EARLIER_UNSENT, stateOfEarlier } from './earlier.ts';
import { GatheredRepository } from './gathered.repository.ts';
import { type Lane, Lanes, oneLane } from './lanes.ts';
import {
  type NoticeChannel,
  type NoticeDocument,
  type NoticeLane,
  isAboutAlert,
  isGroup,
  isOutdated,
  laneOf,
  partsOf,
  turnOf,
} from './notice.ts';
import type { Mark } from './notice-changes.ts';
import { NoticeNews } from './notice-news.ts';
import { type Claimed, NoticeClaims } from './notice-claims.ts';
import { NoticesRepository } from './notices.repository.ts';
import { type Reminder, ReminderNeed } from './reminder-need.ts';
import type { Resting } from './resting.ts';
import { EmailSender } from './senders/email.ts';
import { MqttSender } from './senders/mqtt.ts';
import { SEND_TIMEOUT_MS, type SendOutcome } from './senders/notice-sender.ts';
import { SmsSender } from './senders/sms.ts';
import type { Turn } from './turns.ts';
import { Waker } from './waker.ts';

/** Longer than any send takes, so that no other process claims a notice that is being sent. */
const LEASE_MS = SEND_TIMEOUT_MS + 20_000;
/** A process that stalls for longer than this between claim and send puts the notice back. */
const STALE_MS = 5_000;
/** How long a notice waits for an earlier one that is still to be sent. */
const AFTER_EARLIER_MS = 2_000;
/** Jitter for notices that wait for the same breaker. */
const SPREAD_MS = 500;
const FINISH_WITHIN_MS = 3_000;
/**
 * Of a longer gap between two attempts, no more counts as tried: Telemon may have been down meanwhile, or a clock has leapt. While a
 * provider is away, one of thousands of waiting notices may not come to its turn for hours.
 */
const LONGEST_GAP_MS = 6 * HOUR_MS;
/** How long a finished letter is kept after its expiry, or after its end if that is later. */
const LETTER_KEPT_MS = DAY_MS;
/** Limits for one MQTT broker: fewer notices are at hand than for a provider, because all brokers share their number. */
const TO_ONE_BROKER = { sending: 6, atHand: 18 };

type Wait = Extract<Mark, { waitMs: number }>;

/** Sends notices: claims them in MongoDB, hands them to the provider, then marks them with the outcome. */
@Injectable()
export class DeliveryService {
  private readonly lanes: Record<NoticeChannel, Lanes>;
  private readonly holder: string;
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(
    private readonly repository: NoticesRepository,
    private readonly claims: NoticeClaims,
    private readonly waker: Waker,
    private readonly news: NoticeNews,
    private readonly links: AcknowledgeLinks,
    private readonly reminders: ReminderNeed,
    private readonly gathered: GatheredRepository,
    @Inject(CONFIG) private readonly config: AlertingVariables,
    sms: SmsSender,
    email: EmailSender,
    mqtt: MqttSender,
    lifecycle: Lifecycle,
  ) {
    const { SMS_AT_ONCE, EMAILS_AT_ONCE, MQTT_AT_ONCE } = config;
    this.lanes = {
      sms: oneLane(sms, SMS_AT_ONCE),
      email: oneLane(email, EMAILS_AT_ONCE),
      mqtt: new Lanes(mqtt, { ...TO_ONE_BROKER, atHandOfAll: MQTT_AT_ONCE }),
    };
    this.holder = processName(config);
    lifecycle.onStart(async () => {
      await untilAnswered(() => this.claims.freeFrom(this.holder));
      this.waker.start((lane, id, turn) => this.deliver(lane, id, turn));
    });
    lifecycle.onStop(() => this.finish());
  }

  /** Whether the circuit breaker is open; then nothing is sent. */
  isLeftAlone(lane: NoticeLane): boolean {
    return this.laneOf(lane).breaker.isOpen;
  }

  /** The lanes that are left alone, and the shares of which notices wait in this process already: they need no more notices now. */
  resting(channel: NoticeChannel): { leftAlone: NoticeLane[]; busy: Resting[] } {
    const lanes = this.lanes[channel];
    lanes.forgetUnused();
    return { leftAlone: lanes.leftAlone, busy: lanes.busy };
  }

  /** Sends a notice if it is due and not claimed by another process; never throws. */
  deliver(name: NoticeLane, id: string, turn: Turn = { rank: 0, share: '' }): Promise<void> {
    const known = this.underWay.get(id);
    if (known) return known;
    const lane = this.laneOf(name);
    if (lane.isFullFor(turn)) return Promise.resolve();
    const work = lane
      .handle(() => this.attempt(lane, id), turn)
      .catch((error: Error) => logger.warn({ noticeId: id, reason: error.message }, 'notice waits'))
      .finally(() => this.underWay.delete(id));
    this.underWay.set(id, work);
    return work;
  }

  private laneOf(name: NoticeLane): Lane {
    return this.lanes[partsOf(name).channel].of(name);
  }

  private async attempt(lane: Lane, id: string): Promise<void> {
    if (lane.breaker.isOpen) return;
    const takenAt = performance.now();
    const claimed = await this.claims.claim(id, this.holder, LEASE_MS);
    if (!claimed) return;
    const outcome = await lane.sending.run(turnOf(claimed.notice), () => this.send(lane, claimed, takenAt));
    if ('waitMs' in outcome) await this.mark(claimed, outcome);
    else await this.writeDown(claimed, outcome);
  }

  /** Hands a notice to the provider; returns the outcome, or a wait if it was not sent. */
  private async send(
    { sender, breaker }: Lane,
    { notice, isRepeated }: Claimed,
    takenAt: number,
  ): Promise<SendOutcome | Wait> {
    if (isOutdated(notice, Date.now())) {
      return { kind: 'refused', reason: notice.reason ?? 'It came too late to be of use' };
    }
    const useless = await untilAnswered(() => this.uselessnessOf(notice));
    if (useless !== undefined) return { kind: 'refused', reason: useless };
    const unsent = {
      state: 'queued' as const,
      reason: notice.reason,
      attempts: notice.attempts - 1,
      mayHaveArrived: isRepeated,
    };
    const before = await untilAnswered(() => this.stateBefore(notice));
    if (before === 'queued') return { ...unsent, waitMs: AFTER_EARLIER_MS };
    if (before === 'unsent') return { kind: 'refused', reason: EARLIER_UNSENT };
    const hasEntry = isAboutAlert(notice) && !notice.isTest;
    const link = hasEntry ? await this.links.of(notice._id, Date.now()) : null;
    const waitMs = breaker.enter();
    if (waitMs > 0) return { ...unsent, waitMs: waitMs + Math.random() * SPREAD_MS };
    try {
      if (performance.now() - takenAt > STALE_MS) return { ...unsent, waitMs: 0 };
      const outcome = await sender.send(compose(notice, this.config.PUBLIC_URL, isRepeated, link));
      // A mistyped address of one user must not hold up the messages of all.
      if (outcome.kind === 'failed' && !outcome.isOfRecipient) breaker.failed(outcome.retryAfterMs);
      else breaker.succeeded();
      return outcome;
    } finally {
      // Also after an error, because until then the breaker lets no other attempt through.
      breaker.left();
    }
  }

  /** Why a reminder, or a message of nothing but reminders, is of no use any more; undefined for others. */
  private async uselessnessOf(notice: NoticeDocument): Promise<string | undefined> {
    const told = await this.toldBy(notice);
    const useless = await this.reminders.uselessAmong(told);
    return told.every(({ _id }) => useless.has(_id)) ? useless.values().next().value : undefined;
  }

  /** The notices by which a message may be of no use any more. */
  private async toldBy(notice: NoticeDocument): Promise<Reminder[]> {
    if (isGroup(notice)) return this.gathered.remindersAlone(notice._id);
    return isAboutAlert(notice) ? [notice] : [];
  }

  /** The state of the earlier notice without which this one is not sent. */
  private async stateBefore({ after }: NoticeDocument): Promise<'sent' | 'queued' | 'unsent'> {
    return after === undefined ? 'sent' : stateOfEarlier(await this.repository.find(after));
  }

  private async writeDown(claimed: Claimed, outcome: SendOutcome): Promise<void> {
    const { id, notice } = claimed;
    const { channel } = notice;
    const mark = markOf(claimed, outcome, Date.now());
    await this.mark(claimed, mark);
    if (mark.state === 'queued') {
      this.waker.wakeLater(laneOf(notice), { id, ...turnOf(notice) }, notice.attempts, mark.waitMs);
    }
    noticesByOutcome.inc({ channel, outcome: mark.state === 'queued' ? 'put off' : mark.state });
    if (isGroup(notice)) {
      // Each alert log that shows it would ask anew at each attempt.
      if (mark.state !== 'queued') await this.news.tell(notice);
      return;
    }
    if (!isAboutAlert(notice)) {
      const { attempts } = notice;
      // A letter's row is shown nowhere. Its text may hold a code and stays out of the log.
      if (mark.state === 'failed') {
        logger.warn({ noticeId: id, channel, attempts, reason: mark.reason }, 'letter not sent');
      }
      return;
    }
    if (mark.state === 'sent' && !notice.isTest && notice.kind === undefined) {
      handedOver.observe({ channel }, (Date.now() - notice.receivedAt.getTime()) / 1_000);
    }
    await this.news.tell(notice);
  }

  /** Without the mark, the next claim would send a second copy, or the notice would wait for the end of its lease. */
  private mark(claimed: Claimed, mark: Mark): Promise<void> {
    return untilAnswered(() => this.claims.mark(claimed, mark));
  }

  /** Waits for the notices under way. An unfinished one is claimed again when its lease ends. */
  private async finish(): Promise<void> {
    await Promise.race([
      Promise.all(this.underWay.values()),
      delay(FINISH_WITHIN_MS, undefined, { ref: false }),
    ]);
    for (const { sender } of Object.values(this.lanes)) sender.close();
  }
}

const markOf = ({ notice, isRepeated }: Claimed, outcome: SendOutcome, now: number): Mark => {
  const { attempts, letter } = notice;
  const done = (state: 'sent' | 'failed', reason: string | null, sid?: string): Mark => ({
    state,
    reason,
    ...(sid !== undefined && { sid }),
    // Until then the row identifies a repeated post.
    ...(letter && { forgetAt: new Date(Math.max(letter.goodUntil.getTime(), now) + LETTER_KEPT_MS) }),
  });
  if (outcome.kind === 'sent') {
    const reason = isRepeated ? 'Sending was interrupted, so this may have arrived twice' : null;
    return done('sent', reason, outcome.sid);
  }
  const { reason } = outcome;
  if (outcome.kind === 'refused') return done('failed', reason);
  const triedForMs = triedFor(notice, now);
  if (triedForMs > TRIED_FOR_MS) return done('failed', `Given up after 24 hours: ${reason}`);
  return {
    state: 'queued',
    reason,
    waitMs: waitAfter(attempts, outcome.retryAfterMs),
    attempts,
    mayHaveArrived: isRepeated || outcome.mayHaveArrived,
    triedForMs,
  };
};

/** How long a notice has been tried when another attempt fails, ms. */
const triedFor = ({ triedForMs = 0, failedAt, createdAt }: NoticeDocument, now: number): number => {
  const sinceLast = now - (failedAt ?? createdAt).getTime();
  return triedForMs + Math.max(0, Math.min(sinceLast, LONGEST_GAP_MS));
};
