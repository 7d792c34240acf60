import { INTEREST_INTERVAL_MS, type LiveDevice } from '@telemon/contracts/gateway/live';
import { LIVE_SUBJECTS } from '@telemon/contracts/topics';
import { Live } from '@telemon/platform/messaging/live';
import { connectNats } from '@telemon/platform/messaging/nats';
import { servers } from '@telemon/testing/servers';
import type { StartedService } from '@telemon/testing/service';
import { until } from '@telemon/testing/waiting';

/** Collects the live updates of devices as a gateway with an open stream does, once the service knows of the stream. */
export const followLiveDevices = async (service: Pick<StartedService, 'get'>) => {
  const nats = await connectNats(servers().natsUrl, 'spec');
  const seen: LiveDevice[] = [];
  nats.subscribe(LIVE_SUBJECTS.devices, {
    callback: (_error, update) => void seen.push(update.json<LiveDevice>()),
  });
  await nats.flush();
  const tellInterest = () => nats.publish(LIVE_SUBJECTS.interest);
  await until(() => {
    tellInterest();
    return service.get(Live).isLookedAt;
  });
  const telling = setInterval(tellInterest, INTEREST_INTERVAL_MS);
  return {
    of: (deviceName: string) => seen.filter((update) => update.deviceName === deviceName),
    stop: () => {
      clearInterval(telling);
      return nats.close();
    },
  };
};
