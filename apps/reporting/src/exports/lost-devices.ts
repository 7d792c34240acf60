import { Injectable } from '@nestjs/common';
import { type Actor, isAdmin } from '@telemon/contracts/actor';
import { deviceLosses } from '@telemon/contracts/devices/device-losses';
import type { ExportedRows, NewExport } from '@telemon/contracts/reporting/exports';
import { Asker } from '@telemon/platform/messaging/asker';

/** Rows that a user may see without any device. */
const WITHOUT_DEVICES: ReadonlySet<ExportedRows> = new Set([
  'user',
  'location',
  'sensorType',
  'blockedTopic',
  'unknownDevice',
]);

/** The rows of an export, and which of them. */
type ExportChoice = Pick<NewExport, 'rows' | 'query'>;

/** Whether users have lost devices that an export of theirs has rows of. The devices service knows: an export has no list of them. */
@Injectable()
export class LostDevices {
  constructor(private readonly asker: Asker) {}

  /** A mark of this moment for `hasLost`; null if no loss matters. */
  async mark(actor: Actor, choice: ExportChoice): Promise<string | null> {
    if (isAdmin(actor.role) || WITHOUT_DEVICES.has(choice.rows)) return null;
    return (await this.ask(actor, choice, null)).mark;
  }

  /** Whether the user has lost a device, of which an export may have rows, since a mark. A deleted device is not lost. */
  async hasLost(actor: Actor, choice: ExportChoice, mark: string | null): Promise<boolean> {
    return mark !== null && (await this.ask(actor, choice, mark)).hasLost;
  }

  private ask(actor: Actor, { query }: ExportChoice, mark: string | null) {
    return this.asker.ask(deviceLosses.since, { deviceName: query.deviceName ?? null, mark }, { actor });
  }
}
