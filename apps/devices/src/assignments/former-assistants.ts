import { Injectable } from '@nestjs/common';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { DeviceChanges } from '../devices/device-changes.ts';
import { DevicesService } from '../devices/devices.service.ts';
import { AssistantsService } from '../managers/assistants.service.ts';

const AGAIN_AFTER_MS = 2_000;
const AT_ONCE = 500;

/**
 * Assistants who are deleted or get another manager lose the devices of the former one. Each start looks again, so that a
 * crash skips nobody.
 */
@Injectable()
export class FormerAssistants {
  private readonly changed = new Set<string>();
  private working: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isStarted = false;

  constructor(
    private readonly devices: DevicesService,
    private readonly changes: DeviceChanges,
    private readonly assistants: AssistantsService,
    copies: FactCopies,
    lifecycle: Lifecycle,
  ) {
    copies.of('user').onChange((id) => {
      this.changed.add(id);
      this.begin();
    });
    lifecycle.onStart(() => {
      this.isStarted = true;
      this.begin();
    });
    lifecycle.onStop(async () => {
      this.isStarted = false;
      clearTimeout(this.timer);
      await this.working;
    });
  }

  private begin(): void {
    if (!this.isStarted || this.changed.size === 0) return;
    this.working ??= this.work()
      .catch((error: Error) => {
        logger.warn({ reason: error.message }, 'former assistants are still assigned');
        this.timer = setTimeout(() => this.begin(), AGAIN_AFTER_MS);
      })
      .finally(() => {
        this.working = undefined;
      });
  }

  private async work(): Promise<void> {
    while (this.changed.size > 0) {
      const ids = [...this.changed].slice(0, AT_ONCE);
      for (const id of ids) this.changed.delete(id);
      try {
        await this.review(ids);
      } catch (error) {
        for (const id of ids) this.changed.add(id);
        throw error;
      }
    }
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
