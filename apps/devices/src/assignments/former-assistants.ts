import { Injectable } from '@nestjs/common';
import { Backlog } from '@telemon/platform/backlog';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { DeviceChanges } from '../devices/device-changes.ts';
import type { DeviceDocument } from '../devices/device-document.ts';
import { DevicesService } from '../devices/devices.service.ts';
import { AssistantsService } from '../managers/assistants.service.ts';

/** More devices in a transaction could exceed MongoDB's time limit for it, on every retry. */
const MOST_AT_ONCE = 200;

/**
 * Takes the former manager's devices from assistants who are deleted or get another manager. Each start reviews all assistants,
 * so that a crash skips none.
 */
@Injectable()
export class FormerAssistants {
  private readonly changed: Backlog<string>;

  constructor(
    private readonly devices: DevicesService,
    private readonly changes: DeviceChanges,
    private readonly assistants: AssistantsService,
    copies: FactCopies,
    lifecycle: Lifecycle,
  ) {
    this.changed = new Backlog<string>(lifecycle, {
      work: (ids) => this.review(ids),
      waiting: 'former assistants are still assigned',
    });
    copies.of('user').onChange((id) => this.lookAgain(id));
  }

  /** Queues a review of a user: they keep only the devices of their manager in the newest fact. */
  lookAgain(id: string): void {
    this.changed.add(id);
  }

  private async review(ids: string[]): Promise<void> {
    let after = '';
    for (;;) {
      const page = { after, limit: MOST_AT_ONCE };
      const reviewed = await this.changes.make(
        (session) => this.devices.assignedTo(ids, page, session),
        (device) => this.withoutFormer(device, ids),
      );
      if (reviewed.length < MOST_AT_ONCE) return;
      after = reviewed.at(-1)!._id;
    }
  }

  private withoutFormer(device: DeviceDocument, ids: readonly string[]): DeviceDocument {
    const left = device.assistantIds.filter(
      (id) => !ids.includes(id) || this.assistants.isKnownOf(device.managerId, id),
    );
    return left.length === device.assistantIds.length ? device : { ...device, assistantIds: left };
  }
}
