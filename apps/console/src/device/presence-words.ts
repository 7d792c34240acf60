import type { Presence } from '@telemon/contracts/devices/presence';
import type { Text } from '../texts/use-text.ts';

/** Whether a device is connected, in words. */
export const presenceInWords = ({ connected, since }: Presence, text: Text): string => {
  if (connected) return text('device.presence.connected');
  return text(since === null ? 'device.presence.never' : 'device.presence.disconnected');
};
