import { defineError } from '@telemon/platform/errors';
import type { DeviceScope } from '../scope/known-devices.ts';

const devicesLost = defineError(
  'DevicesLost',
  'unavailable',
  () => 'Devices of yours were given to others, or deleted, while it was read',
);

/**
 * The steps of an export, as long as its user keeps the devices of the first one: without them, the rest would look like the end.
 * @param scopeNow The user's devices at present
 * @throws devicesLost
 */
export async function* whileKept<Step>(
  scopeNow: () => DeviceScope,
  steps: AsyncGenerator<Step>,
): AsyncGenerator<Step> {
  const kept = scopeNow().deviceName?.$in ?? [];
  for await (const step of steps) {
    const present = scopeNow().deviceName;
    const names = present && new Set(present.$in);
    if (names && kept.some((name) => !names.has(name))) throw devicesLost();
    yield step;
  }
}
