import { Injectable } from '@nestjs/common';
import { Backlog } from '@telemon/platform/backlog';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { DeviceChanges } from '../devices/device-changes.ts';
import { DevicesService } from '../devices/devices.service.ts';
import { AssistantsService } from '../managers/assistants.service.ts';

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
    await this.changes.make(
      (session) => this.devices.assignedTo(ids, session),
      (device) => {
        const left = device.assistantIds.filter(
          (id) => !ids.includes(id) || this.assistants.isKnownOf(device.managerId, id),
        );
        return left.length === device.assistantIds.length ? device : { ...device, assistantIds: left };
      },
    );
  }
}
