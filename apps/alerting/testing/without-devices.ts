import { credentials, devices } from '@telemon/contracts/devices/devices';
import type { Question } from '@telemon/platform/messaging/answers';
import { connectNats } from '@telemon/platform/messaging/nats';
import { servers } from '@telemon/testing/servers';

/**
 * Answers instead of the devices service: it knows nothing newer than the facts, and a device does not exist, for the names that
 * `isMine` accepts, so that parallel specs don't answer each other's requests.
 */
export const withoutDevices = async (
  isMine: (deviceName: string) => boolean = () => false,
): Promise<{ stop: () => Promise<void> }> => {
  const nats = await connectNats(servers().natsUrl, 'without-devices');
  nats.subscribe(devices.get.subject, {
    callback: (_error, message) => {
      const { data, id } = message.json<{ data: Question; id: string }>();
      const { deviceName } = devices.get.request.parse(data.request);
      if (!isMine(deviceName)) return;
      const failure = { code: 'DeviceNotFound', kind: 'not-found', message: 'There is no such device' };
      message.respond(JSON.stringify({ response: { failure }, isDisposed: true, id }));
    },
  });
  nats.subscribe(credentials.lookUp.subject, {
    callback: (_error, message) => {
      const { id } = message.json<{ id: string }>();
      const answer = { version: 0, login: null };
      message.respond(JSON.stringify({ response: { answer }, isDisposed: true, id }));
    },
  });
  await nats.flush();
  return { stop: () => nats.close() };
};
