import { z } from 'zod';
import { call } from '../call.ts';
import { DeviceName, Id } from '../fields.ts';
import { pageOf, pageQuery } from '../page.ts';

/** Most assistants that one device is assigned to. */
export const MOST_ASSISTANTS = 100;

const AnyName = DeviceName.or(z.string().max(64));

export const NewAssignment = z.strictObject({ deviceName: AnyName, assistantId: Id });
export type NewAssignment = z.infer<typeof NewAssignment>;

/** An assistant of a device. `id` is the assignment's. */
export const AssignedAssistant = z.object({
  assistantId: z.string(),
  assistantName: z.string(),
  id: z.string(),
});
export type AssignedAssistant = z.infer<typeof AssignedAssistant>;

/** A device with the assistants who see it. */
export const Assignment = z.object({
  deviceName: z.string(),
  deviceAlias: z.string(),
  managerId: z.string(),
  managerName: z.string(),
  assistants: z.array(AssignedAssistant),
});
export type Assignment = z.infer<typeof Assignment>;

export const assignments = {
  create: call('devices.assignments.create', NewAssignment, Assignment),
  /** The devices that have assistants. */
  list: call(
    'devices.assignments.list',
    pageQuery(['deviceName', 'deviceAlias', 'createdAt', 'managerName']),
    pageOf('assignedManagers', Assignment),
  ),
  remove: call('devices.assignments.remove', z.strictObject({ id: Id }), z.null()),
  ofDevice: call(
    'devices.assignments.of-device',
    z.strictObject({ deviceName: AnyName }),
    z.object({ assistants: z.array(AssignedAssistant) }),
  ),
};
