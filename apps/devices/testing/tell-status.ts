import type { FactOf } from '@telemon/contracts/facts';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import type { StartedService } from '@telemon/testing/service';

type Status = NonNullable<FactOf<'device-status'>['state']>;

/** Gives the service alerting's next fact about a device: the number of firing alerts, and the begin of its silence. */
export const tellStatus = async (
  service: Pick<StartedService, 'get'>,
  deviceName: string,
  { firing = 0, silentSince = null }: Partial<Status>,
): Promise<void> => {
  const copy = service.get(FactCopies).of('device-status');
  const version = copy.versionOf(deviceName) + 1;
  const state = { deviceName, firing, silentSince };
  await copy.apply([{ kind: 'device-status', key: deviceName, version, state }]);
};
