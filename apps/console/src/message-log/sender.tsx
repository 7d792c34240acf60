import type { MqttLogRow } from '@telemon/contracts/logs/message-logs';
import { UNKNOWN_DEVICE } from '@telemon/contracts/readings';
import { DeviceLink } from '../kit/device-link.tsx';

/** The device that a message came from, with a link unless nobody had registered it. */
export const Sender = ({ deviceName, reason }: Pick<MqttLogRow, 'deviceName' | 'reason'>) => {
  if (deviceName === null) return null;
  // The service may add how many other reasons there are.
  return reason?.startsWith(UNKNOWN_DEVICE) ? deviceName : <DeviceLink deviceName={deviceName} />;
};
