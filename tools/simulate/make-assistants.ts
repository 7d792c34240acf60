import type { AssignedAssistant } from '@telemon/contracts/devices/assignments';
import type { User } from '@telemon/contracts/auth/users';
import type { Making } from './making.ts';
import { ASSISTANTS, type AssistantKey } from './people.ts';
import { type Portal, PortalRefusal, TryLater, withRetries } from './portal.ts';

/** Attempts until the devices service has the fact of a new assistant. */
const TRIES_FOR_NEWS = 30;

/** Makes the missing assistants and assigns them to their devices. */
export const makeAssistants = async ({ portal, demo }: Making): Promise<void> => {
  for (const key of Object.keys(ASSISTANTS) as AssistantKey[]) {
    const { manager, devices, ...fields } = ASSISTANTS[key];
    const managerId = demo.managers[manager].id!;
    const { password } = demo.assistants[key];
    const assistantId = await withRetries(async () => {
      const there = await assistantOf(portal, fields.email);
      if (there) return there.id;
      const { user } = await portal.get<{ user: User }>(`/user/${managerId}`);
      const { companyName, locationId } = user;
      const request = { ...fields, password, companyName, locationId, userRole: 'assistant', managerId };
      return (await portal.post<{ user: User }>('/user', request)).user.id;
    });
    for (const deviceName of devices)
      await withRetries(() => assign(portal, deviceName, assistantId), TRIES_FOR_NEWS);
  }
};

/** The user with this e-mail address. */
export const assistantOf = async (portal: Portal, email: string): Promise<User | undefined> =>
  (await portal.all<User>('/user', 'users')).find((user) => user.email === email);

const assign = async (portal: Portal, deviceName: string, assistantId: string): Promise<void> => {
  const { assistants } = await portal.get<{ assistants: AssignedAssistant[] }>(
    `/assistantByDeviceId/${deviceName}`,
  );
  if (assistants.some((each) => each.assistantId === assistantId)) return;
  try {
    await portal.post('/assignedDevice', { deviceName, assistantId });
  } catch (error) {
    // The fact of the assistant may not have reached the devices service yet.
    if (error instanceof PortalRefusal && [404, 422].includes(error.status))
      throw new TryLater(error.message, 250);
    throw error;
  }
};
