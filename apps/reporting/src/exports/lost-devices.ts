import { Injectable } from '@nestjs/common';
import { type Actor, isAdmin } from '@telemon/contracts/actor';
import { deviceLosses } from '@telemon/contracts/devices/device-losses';
import type { ExportedRows, NewExport } from '@telemon/contracts/reporting/exports';
import { Asker } from '@telemon/platform/messaging/asker';

/** Kinds of rows that don't depend on the devices of a user. */
const WITHOUT_DEVICES: ReadonlySet<ExportedRows> = new Set([
  'user',
  'location',
  'sensorType',
  'blockedTopic',
  'unknownDevice',
]);

/** The kind of rows of an export, and the query that chooses some of them. */
type ExportChoice = Pick<NewExport, 'rows' | 'query'>;

/** Tells whether a user has lost a device of which an export may have rows. The devices service is asked: an export doesn't list its devices. */
@Injectable()
export class LostDevices {
  constructor(private readonly asker: Asker) {}

  /** A mark of the present moment, for `hasLost`; null if the rows don't depend on devices. */
  async mark(actor: Actor, choice: ExportChoice): Promise<string | null> {
    if (isAdmin(actor.role) || WITHOUT_DEVICES.has(choice.rows)) return null;
    return (await this.ask(actor, choice, null)).mark;
  }

  /** Whether the user has lost a device of which the export may have rows since a mark. A deleted device doesn't count as lost. */
  async hasLost(actor: Actor, choice: ExportChoice, mark: string | null): Promise<boolean> {
    return mark !== null && (await this.ask(actor, choice, mark)).hasLost;
  }

  private ask(actor: Actor, { query }: ExportChoice, mark: string | null) {
    return this.asker.ask(deviceLosses.since, { deviceName: query.deviceName ?? null, mark }, { actor });
  }
}
