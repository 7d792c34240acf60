import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Actor } from '@telemon/contracts/actor';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { waitAfter } from '@telemon/platform/back-off';
import { DomainError, failureOf, reasonOf, unavailable } from '@telemon/platform/errors';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { FileBroken } from '@telemon/platform/messaging/incoming-file';
import { runPasses } from '@telemon/platform/passes';
import { CONFIG } from '@telemon/platform/platform.module';
import { processName } from '@telemon/platform/process-name';
import { untilAnswered } from '@telemon/platform/until-answered';
import type { ReportingVariables } from '../config.ts';
import { KeptFiles } from '../kept-files/kept-files.ts';
import { Recipients } from '../runs/recipients.ts';
import { ExportSource } from './export-source.ts';
import { devicesTaken, rightsChanged } from './exports.errors.ts';
import { LostDevices } from './lost-devices.ts';
import { type OrderDocument, rightsOf, wantedBy } from './order-document.ts';
import { OrdersRepository } from './orders.repository.ts';

/** How often a process looks for orders that wait, ms. */
const WAKES_EVERY_MS = 5_000;
/** Longer than a service takes for the next rows, ms. */
const LEASE_MS = 60_000;
/** How often the size of a file is noted, ms. */
const NOTED_EVERY_MS = 1_000;
/** Files that a process writes at the same time; each has a few megabytes in memory. */
const AT_ONCE = 4;
/** An order that was begun more often fails: it may be what kills its process. Claims that reached nothing don't count. */
const MOST_ATTEMPTS = 10;
/** Before an order is tried again while a service or server is away, ms. It is tried until it is forgotten, a day after it was ordered. */
const LONGEST_WAIT_MS = 15_000;
/** How often the orders of deleted users are looked for, ms. */
const CLEANED_EVERY_MS = 10 * MINUTE_MS;

/** The order is no longer this process's: it was removed, or another process has claimed it. */
class OrderLost extends Error {
  override name = 'OrderLost';
}

/** Writes the files of orders. An order is claimed under a growing number, as a run of a report is. */
@Injectable()
export class ExportsWorker {
  private readonly holder: string;
  private readonly underWay = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private isStarted = false;

  constructor(
    private readonly orders: OrdersRepository,
    private readonly files: KeptFiles,
    private readonly recipients: Recipients,
    private readonly source: ExportSource,
    private readonly lost: LostDevices,
    @Inject(CONFIG) config: Pick<ReportingVariables, 'HEALTH_PORT'>,
    lifecycle: Lifecycle,
  ) {
    this.holder = processName(config);
    lifecycle.onStart(async () => {
      await untilAnswered(() => this.orders.freeFrom(this.holder));
      this.isStarted = true;
    });
    lifecycle.onStop(async () => {
      this.stopping.abort();
      await Promise.all(this.underWay);
    });
    runPasses(lifecycle, {
      everyMs: CLEANED_EVERY_MS,
      parts: [() => this.forgetDeleted()],
      failed: 'exports of deleted users wait',
    });
  }

  /** Looks for orders now rather than in a few seconds. */
  @Interval(WAKES_EVERY_MS)
  nudge(): void {
    if (this.isStarted) void this.pass();
  }

  /** Writes the files of the orders that wait, until none is left. */
  async pass(): Promise<void> {
    // A long export takes one of the places, and further passes fill the others.
    while (this.underWay.size < AT_ONCE) {
      const work: Promise<void> = this.work().finally(() => this.underWay.delete(work));
      this.underWay.add(work);
    }
    await Promise.all(this.underWay);
  }

  /** A deleted user's orders and files go. The orders go last: until then, the user is found again. */
  async forgetDeleted(): Promise<void> {
    for (const userId of await this.recipients.goneOf(await this.orders.users())) await this.forget(userId);
  }

  private async work(): Promise<void> {
    try {
      while (!this.stopping.signal.aborted) {
        const order = await this.orders.claim(this.holder, LEASE_MS);
        if (order === null) return;
        await this.write(order);
      }
    } catch (error) {
      logger.warn({ reason: reasonOf(error) }, 'exports wait');
    }
  }

  /** Writes the file of an order that this process has claimed. */
  async write(order: OrderDocument): Promise<void> {
    const { _id, userId, rows, format, fence } = order;
    const context = { order: _id, userId, rows, format };
    const written = { bytes: 0 };
    try {
      // Earlier claims may have left parts of the file.
      await this.files.remove([_id], fence);
      if (fence - (order.spared ?? 0) > MOST_ATTEMPTS) {
        await this.orders.markFailed(order, order.reason ?? 'It did not succeed');
        return;
      }
      const actor = await this.actorOf(order);
      if (actor === null) return await this.forget(userId);
      const wanted = wantedBy(order);
      const mark = await this.lost.mark(actor, wanted);
      const { fileName, pieces } = await this.source.begin(actor, wanted);
      const file = { run: _id, fence, forgetAt: order.forgetAt };
      const { size: bytes } = await this.files.store(file, this.noted(order, pieces, written), 0);
      // The file is not handed out if its user has lost rights or devices since it was begun.
      if ((await this.actorOf(order)) === null) return await this.forget(userId);
      if (await this.lost.hasLost(actor, wanted, mark)) throw devicesTaken();
      if (!(await untilAnswered(() => this.orders.markDone(order, { bytes, fileName, mark }))))
        throw new OrderLost();
      logger.info({ ...context, bytes }, 'export written');
    } catch (error) {
      await this.giveUp(order, error, { context, hasBegun: written.bytes > 0 });
    }
  }

  /** The user in whose name rows are asked for; null if the user is deleted. @throws if the user's rights have changed */
  private async actorOf({ userId, rights }: OrderDocument): Promise<Actor | null> {
    const owner = await this.recipients.find(userId);
    if (owner !== null && rightsOf(owner.actor) !== rights) throw rightsChanged();
    return owner && owner.actor;
  }

  /** The same pieces; `written` and, after a while, the order tell how many bytes there are so far. */
  private async *noted(
    order: OrderDocument,
    pieces: AsyncIterable<Uint8Array>,
    written: { bytes: number },
  ): AsyncGenerator<Uint8Array> {
    let notedAt = performance.now();
    for await (const piece of pieces) {
      this.stopping.signal.throwIfAborted();
      written.bytes += piece.length;
      if (performance.now() - notedAt > NOTED_EVERY_MS) {
        if (!(await this.orders.grow(order, written.bytes, LEASE_MS))) throw new OrderLost();
        notedAt = performance.now();
      }
      yield piece;
    }
  }

  private async giveUp(
    order: OrderDocument,
    error: unknown,
    { context, hasBegun }: { context: Record<string, unknown>; hasBegun: boolean },
  ): Promise<void> {
    if (error instanceof OrderLost) {
      // The order may be marked as done under this claim, although the database's answer was lost.
      if (!(await this.orders.isNewest(order))) await this.removeUpTo(order);
      return;
    }
    if (this.stopping.signal.aborted) {
      await this.orders.putOff(order, { waitMs: 0, reason: order.reason, isSpared: true });
      return;
    }
    // The service of the rows gives the reason only when it is asked again.
    const told = error instanceof FileBroken ? unavailable() : error;
    const { kind, code, message } = failureOf(told, context);
    logger.warn({ ...context, code, attempt: order.fence }, 'export not written');
    const isFinal = error instanceof DomainError && kind !== 'unavailable' && kind !== 'limited';
    if (isFinal) {
      await this.orders.markFailed(order, message);
      await this.removeUpTo(order);
      return;
    }
    // A busy service may be busy because of this order, so it gets a longer pause.
    const isAway = code === unavailable().code;
    const waitMs = Math.min(waitAfter(order.fence), isAway ? LONGEST_WAIT_MS : Infinity);
    // A file that broke off may do so each time, so the claim counts as an attempt.
    const isSpared = isAway && !hasBegun && !(error instanceof FileBroken);
    // The database may be away, too.
    await untilAnswered(() => this.orders.putOff(order, { waitMs, reason: message, isSpared }));
  }

  /** Removes the parts that this claim and earlier ones have stored. */
  private removeUpTo({ _id, fence }: OrderDocument): Promise<void> {
    return this.files.remove([_id], fence + 1);
  }

  private async forget(userId: string): Promise<void> {
    await this.files.remove(await this.orders.idsOf(userId));
    await this.orders.removeOf(userId);
  }
}
