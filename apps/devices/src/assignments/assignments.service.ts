import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import {
  type AssignedAssistant,
  type Assignment,
  MOST_ASSISTANTS,
  type NewAssignment,
  type assignments,
} from '@telemon/contracts/devices/assignments';
import type { AnswerOf, RequestOf } from '@telemon/contracts/call';
import { DomainError } from '@telemon/platform/errors';
import { DeviceChanges } from '../devices/device-changes.ts';
import type { DeviceDocument } from '../devices/device-document.ts';
import { refuseAssistants } from '../devices/devices.errors.ts';
import { DevicesService } from '../devices/devices.service.ts';
import { AssistantsService } from '../managers/assistants.service.ts';
import { ManagersService } from '../managers/managers.service.ts';
import { assignmentIdOf, partsOf } from './assignment-id.ts';
import {
  assignedAlready,
  assignmentNotFound,
  noSuchAssistant,
  tooManyAssistants,
} from './assignments.errors.ts';
import { FormerAssistants } from './former-assistants.ts';

/** Which assistants see which devices. An assignment is an entry of the device's `assistantIds`. */
@Injectable()
export class AssignmentsService {
  constructor(
    private readonly devices: DevicesService,
    private readonly changes: DeviceChanges,
    private readonly assistants: AssistantsService,
    private readonly former: FormerAssistants,
    private readonly managers: ManagersService,
  ) {}

  /** Lets an assistant of the device's manager see it. @throws if the device or the assistant is another manager's. */
  async create(actor: Actor, { deviceName, assistantId }: NewAssignment): Promise<Assignment> {
    refuseAssistants(actor);
    const heard = this.assistants.versionOf(assistantId);
    const [device] = await this.changes.make(
      async (session) => [await this.devices.find(actor, deviceName, session)],
      async (stored) => {
        const { assistantIds, managerId } = stored;
        if (assistantIds.includes(assistantId)) throw assignedAlready();
        if (assistantIds.length >= MOST_ASSISTANTS) throw tooManyAssistants({ most: MOST_ASSISTANTS });
        // Asked as late as possible: if the assistant changes managers after this, the fact about it ends the assignment …
        if (!(await this.assistants.isOf(managerId, assistantId))) {
          const fields = { assistantId: 'There is no such assistant' };
          throw noSuchAssistant(undefined, { fields });
        }
        return { ...stored, assistantIds: [...assistantIds, assistantId] };
      },
    );
    // … unless the fact came before the assignment was committed.
    if (this.assistants.versionOf(assistantId) !== heard) this.former.lookAgain(assistantId);
    return this.view(device!);
  }

  async list(
    actor: Actor,
    query: RequestOf<typeof assignments.list>,
  ): Promise<AnswerOf<typeof assignments.list>> {
    refuseAssistants(actor);
    const { rows, totalCount } = await this.devices.assigned(actor, query);
    return { assignedManagers: rows.map((row) => this.view(row)), pagination: { totalCount } };
  }

  async remove(actor: Actor, id: string): Promise<null> {
    refuseAssistants(actor);
    const { deviceName, assistantId } = partsOf(id);
    await this.changes
      .make(
        async (session) => [await this.devices.find(actor, deviceName, session)],
        (stored) => {
          if (!stored.assistantIds.includes(assistantId)) throw assignmentNotFound();
          return { ...stored, assistantIds: stored.assistantIds.filter((each) => each !== assistantId) };
        },
      )
      .catch((error: unknown) => {
        // A missing device, too, means that there is no such assignment.
        throw error instanceof DomainError && error.failure.kind === 'not-found'
          ? assignmentNotFound()
          : error;
      });
    return null;
  }

  async ofDevice(actor: Actor, deviceName: string): Promise<{ assistants: AssignedAssistant[] }> {
    refuseAssistants(actor);
    return { assistants: this.assistantsOf(await this.devices.find(actor, deviceName)) };
  }

  private view(device: DeviceDocument): Assignment {
    const { _id, deviceAlias, managerId } = device;
    const { managerName } = this.managers.view(managerId);
    return { deviceName: _id, deviceAlias, managerId, managerName, assistants: this.assistantsOf(device) };
  }

  private assistantsOf({ _id, assistantIds }: DeviceDocument): AssignedAssistant[] {
    return assistantIds.map((assistantId) => ({
      assistantId,
      assistantName: this.assistants.name(assistantId),
      id: assignmentIdOf(_id, assistantId),
    }));
  }
}
