import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import { refuseIfTooLate } from '@telemon/platform/deadline';
import { logger } from '@telemon/platform/logging';
import { DeletionsRepository } from './deletions.repository.ts';
import { VisibleDeviceKeys } from './visible-device-keys.ts';
import { type LogName, type Logged, type LogRow, OF_ALL_DEVICES, firstIdFrom } from './log-row.ts';
import { type LogQuery, LogRowsRepository } from './log-rows.repository.ts';
import { type ShownRow, shownRow } from './shown-row.ts';

interface ShownPage {
  rows: ShownRow[];
  pagination: { totalCount: number };
  isWhole: boolean;
}

@Injectable()
export class MessageLogService {
  constructor(
    private readonly repository: LogRowsRepository,
    private readonly deletions: DeletionsRepository,
    private readonly devices: VisibleDeviceKeys,
  ) {}

  /** A page of the rows of the actor's devices, and of the rows that count messages which are not shown. */
  async page(log: LogName, actor: Actor, query: LogQuery): Promise<ShownPage> {
    const scope = this.devices.scopeOf(actor, OF_ALL_DEVICES);
    const { rows, totalCount, isWhole } = await this.repository.page(log, scope, query);
    return { rows: rows.map((row) => shownRow(row, actor)), pagination: { totalCount }, isWhole };
  }

  /** A row of the actor's devices; null for a missing row and for a row of other devices. */
  row(log: LogName, actor: Actor, id: string): Promise<LogRow | null> {
    return this.repository.find(log, this.devices.scopeOf(actor), id);
  }

  /** The rows of one of the actor's devices that arrived at a time, epoch ms. */
  rowsAt(log: LogName, actor: Actor, place: { deviceKey: number; at: number }): Promise<LogRow[]> {
    return this.repository.ofDeviceAt(log, this.devices.scopeOf(actor), place);
  }

  /** The id of the first row of a message: a datagram has a further row for each further route. */
  firstIdOf({ log, row }: Logged): Promise<string> {
    return this.repository.firstOf(log, row);
  }

  /**
   * Removes the rows of the actor's devices (for an admin, all rows), except for messages that arrive from now on.
   * @throws unavailable if there are too many rows for one call; some are removed by then
   */
  async remove(log: LogName, actor: Actor): Promise<{ deleted: number }> {
    const now = Date.now();
    const scope = this.devices.scopeOf(actor);
    const { id: actorId, role } = actor;
    const deletion = await this.deletions.begin({ log, actorId, role, at: new Date(now) });
    let deleted = 0;
    try {
      for (let isDone = false; !isDone;) {
        refuseIfTooLate();
        const some = await this.repository.removeSome(log, scope, firstIdFrom(now + 1));
        deleted += some.removed;
        await this.deletions.note(deletion, deleted);
        ({ isDone } = some);
      }
    } finally {
      logger.info({ log, actorId, role, rows: deleted }, 'log rows deleted');
    }
    return { deleted };
  }
}
