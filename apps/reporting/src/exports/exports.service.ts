import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { ExportOrder, NewExport } from '@telemon/contracts/reporting/exports';
import { type SheetFormat, type StreamedFile, SHEET_TYPES } from '@telemon/contracts/streamed-file';
import { OutgoingFiles } from '@telemon/platform/messaging/outgoing-files';
import { Mongo } from '@telemon/platform/mongo';
import { CONFIG } from '@telemon/platform/platform.module';
import type { ReportingVariables } from '../config.ts';
import { noFile } from '../kept-files/kept-files.errors.ts';
import { KeptFiles } from '../kept-files/kept-files.ts';
import { refuseUnlessAllowed } from './export-rows.ts';
import { ExportsWorker } from './exports.worker.ts';
import { exportNotFound, exportsUnderWay, holdsLostDevices } from './exports.errors.ts';
import { LostDevices } from './lost-devices.ts';
import { type OrderDocument, newOrder, shown, wantedBy } from './order-document.ts';
import { OrdersRepository } from './orders.repository.ts';

const RETRY_AFTER_S = 10;

type Settings = Pick<ReportingVariables, 'RATE_LIMITS' | 'EXPORTS_AT_ONCE'>;

/** A user's own exports. No other user sees them, not even an admin. */
@Injectable()
export class ExportsService {
  /** The numbers of a user's slots; a single null: there is no limit. */
  private readonly slots: readonly (number | null)[];

  constructor(
    private readonly orders: OrdersRepository,
    private readonly files: KeptFiles,
    private readonly worker: ExportsWorker,
    private readonly lost: LostDevices,
    private readonly outgoing: OutgoingFiles,
    private readonly mongo: Mongo,
    @Inject(CONFIG) { RATE_LIMITS, EXPORTS_AT_ONCE }: Settings,
  ) {
    this.slots = RATE_LIMITS === 'on' ? [...Array(EXPORTS_AT_ONCE).keys()] : [null];
  }

  /** @throws if the user may not have the rows, or all slots of the user are taken */
  async order(actor: Actor, wanted: NewExport): Promise<ExportOrder> {
    refuseUnlessAllowed(actor, wanted);
    const now = await this.mongo.now();
    for (const slot of this.slots) {
      const order = newOrder(actor, wanted, { slot, now });
      if (!(await this.orders.add(order))) continue;
      this.worker.nudge();
      return shown(order);
    }
    throw exportsUnderWay({ most: this.slots.length }, { retryAfterS: RETRY_AFTER_S });
  }

  async list(actor: Actor, page: { offset: number; limit: number }) {
    const { rows, totalCount } = await this.orders.page(actor, page);
    return { exports: rows.map(shown), pagination: { totalCount } };
  }

  async get(actor: Actor, id: string): Promise<ExportOrder> {
    return shown(await this.find(actor, id));
  }

  /** Removes the order first: a process that is writing its file notices that, and removes the parts. */
  async remove(actor: Actor, id: string): Promise<null> {
    if (!(await this.orders.remove(actor, id))) throw exportNotFound();
    await this.files.remove([id]);
    return null;
  }

  /**
   * Begins to stream the file of an order that is done to an inbox.
   * @throws holdsLostDevices, and removes the file, if the user has lost devices since its rows were asked for
   */
  async file(
    actor: Actor,
    { id, format }: { id: string; format: SheetFormat },
    inbox: string | undefined,
  ): Promise<StreamedFile> {
    const order = await this.find(actor, id);
    const { fileName, fence, bytes } = order;
    if (fileName === null || order.format !== format) throw noFile();
    if (await this.lost.hasLost(actor, wantedBy(order), order.mark ?? null)) {
      const failure = holdsLostDevices();
      await this.orders.withdraw(order, failure.message);
      await this.files.remove([id]);
      throw failure;
    }
    this.outgoing.start(inbox, { order: id, userId: actor.id }, async (file) => {
      for await (const part of this.files.of(id, fence, bytes)) await file.write(part);
    });
    return { fileName, contentType: SHEET_TYPES[format] };
  }

  private async find(actor: Actor, id: string): Promise<OrderDocument> {
    const order = await this.orders.find(actor, id);
    if (order === null) throw exportNotFound();
    return order;
  }
}
