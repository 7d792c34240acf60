import type { MqttLogRow } from '@telemon/contracts/logs/message-logs';
import { UNKNOWN_DEVICE } from '@telemon/contracts/readings';
import { DeviceLink } from '../kit/device-link.tsx';

/** The device that sent a message; a link if the name is that of a device. */
export const Sender = ({ deviceName, reason }: Pick<MqttLogRow, 'deviceName' | 'reason'>) => {
  if (deviceName === null) return null;
  // The service may add how many other reasons there are.
  return reason?.startsWith(UNKNOWN_DEVICE) ? deviceName : <DeviceLink deviceName={deviceName} />;
};
