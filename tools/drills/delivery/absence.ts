import type { NoticeChannel, NoticeDocument } from '../../../apps/alerting/src/delivery/notice.ts';
import type { Bound, Counts } from '../drill.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { noticesOf } from './notices.ts';
import { CHANNELS, type Provider } from './provider.ts';

/** Without a fault a notice is sent within this time, unless the machine is very busy. */
const AT_ONCE_MS = 250;
/** Deadline for the notices of the other channels meanwhile: a second, and half of one for a busy moment of the machine. */
const OTHERS_WITHIN_MS = 1_500;
/** Deadline for the waiting notices. */
const SENT_WITHIN_MS = 60_000;

export interface Away {
  readonly of: readonly Provider[];
  readonly how: 'stopped' | 'killed';
}

/** Providers that are away for a time, and the notices about readings of that time. */
export class Absence {
  readonly name: string;
  readonly #installation: DrillInstallation;
  readonly #fleet: Fleet;
  readonly #away: Away;
  #isAway = false;
  #from = 0;
  #to = 0;
  #backAt = 0;

  constructor(installation: DrillInstallation, fleet: Fleet, away: Away) {
    this.name = `${away.of.map(({ name }) => name).join(' and ')} ${away.how}`;
    this.#installation = installation;
    this.#fleet = fleet;
    this.#away = away;
  }

  async begin(): Promise<void> {
    const { of, how } = this.#away;
    this.#isAway = true;
    await Promise.all(of.map((provider) => (how === 'stopped' ? provider.pause() : provider.kill())));
    this.#from = Date.now();
  }

  /** Brings them back, if they are away. */
  async end(): Promise<void> {
    if (!this.#isAway) return;
    const { of, how } = this.#away;
    this.#isAway = false;
    this.#to = Date.now();
    if (how === 'stopped') for (const provider of of) provider.resume();
    else await Promise.all(of.map((provider) => provider.bringBack()));
    this.#backAt = Date.now();
  }

  /** Counts the notices, once all are sent. */
  async counts(): Promise<Counts> {
    const receivedAt = { $gte: new Date(this.#from), $lt: new Date(this.#to) };
    const notices = await noticesOf(this.#installation, this.#fleet, { receivedAt });
    const own = notices.filter((notice) => this.#isOwn(notice));
    const others = notices.filter((notice) => !this.#isOwn(notice));
    return {
      // The launcher may have replaced a stopped process before the end.
      waited: own.filter((notice) => notice.at.getTime() >= this.#to || tookMs(notice) > AT_ONCE_MS).length,
      sentAfterMs: Math.max(0, ...own.map(({ at }) => at.getTime() - this.#backAt)),
      ...(this.#leavesOthers && {
        othersMeanwhile: others.filter(({ at }) => at.getTime() < this.#to).length,
        othersWorstMs: Math.max(0, ...others.map(tookMs)),
      }),
    };
  }

  /** Bounds of `counts`. */
  bounds(): Readonly<Record<string, Bound>> {
    return {
      waited: { atLeast: 1 },
      sentAfterMs: { atMost: SENT_WITHIN_MS },
      ...(this.#leavesOthers && {
        othersMeanwhile: { atLeast: 1 },
        othersWorstMs: { atMost: OTHERS_WITHIN_MS },
      }),
    };
  }

  #isOwn({ channel }: NoticeDocument): boolean {
    return !this.#otherChannels.includes(channel);
  }

  get #otherChannels(): readonly NoticeChannel[] {
    const own = this.#away.of.flatMap(({ channels }) => channels);
    return CHANNELS.filter((channel) => !own.includes(channel));
  }

  get #leavesOthers(): boolean {
    return this.#otherChannels.length > 0;
  }
}

/** Time from a reading's arrival until its notice was sent. */
const tookMs = ({ at, receivedAt }: NoticeDocument): number => at.getTime() - receivedAt!.getTime();
