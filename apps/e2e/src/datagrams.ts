import type { UnknownDevice } from '@telemon/contracts/logs/unknown-devices';
import { until } from '@telemon/testing/waiting';
import { createSocket } from 'node:dgram';
import type { Installation } from './installation.ts';

/** Sends a datagram to an installation. */
export const sendDatagram = ({ product }: Installation, text: string): Promise<void> => {
  const socket = createSocket('udp4');
  return new Promise((resolve, reject) => {
    socket.send(text, product.addresses.udpPort, '127.0.0.1', (error) => {
      socket.close();
      if (error) reject(error);
      else resolve();
    });
  });
};

/** Sends datagrams under a name that no device has, until it is among the unknown devices. */
export const appearsUnknown = (installation: Installation, deviceName: string): Promise<UnknownDevice> =>
  until(
    async () => {
      await sendDatagram(installation, `${deviceName},TC1=20.1`);
      const path = `/unknownDevice?q=${deviceName}`;
      return (await installation.api.get<{ unknownDevices: UnknownDevice[] }>(path)).unknownDevices[0];
    },
    { everyMs: 200, what: `${deviceName} among the unknown devices` },
  );
