import type { IConnackPacket, IConnectPacket } from 'mqtt-packet';
import { type DeviceLogin, RawClient, type Version } from './raw-client.ts';

/** The code of the CONNACK that answers a CONNECT. @throws where the connection stays open. */
export const refusalOf = async (
  port: number,
  login: DeviceLogin,
  extras: Partial<IConnectPacket> = {},
  version: Version = 5,
): Promise<number | undefined> => {
  const client = await RawClient.open(port, version);
  client.connect(login, extras);
  const [answer] = (await client.untilClosed()) as IConnackPacket[];
  return version === 5 ? answer?.reasonCode : answer?.returnCode;
};
