import { readFileSync } from 'node:fs';
import { certificatesIn } from '../endpoint/tls-material.ts';

/** The usual port of each protocol in a broker's address. */
export const PORTS: Readonly<Record<string, number>> = { 'mqtt:': 1_883, 'mqtts:': 8_883 };

/** Whether a text is the address of an MQTT broker: a host, perhaps a login and a port, and nothing else. */
export const isBrokerAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, pathname, search, hash, username, password } = new URL(text);
  try {
    decodeURIComponent(username + password);
  } catch {
    return false;
  }
  return (
    protocol in PORTS && hostname !== '' && port !== '0' && /^\/?$/.test(pathname) && search + hash === ''
  );
};

/** Reads a file of certificates. @throws Error with the fault, as it continues the name of a variable */
export const authoritiesIn = (path: string): Buffer => {
  let pem: Buffer;
  try {
    pem = readFileSync(path);
  } catch (error) {
    throw new Error(`can't be read: ${(error as Error).message}`, { cause: error });
  }
  try {
    certificatesIn(pem, path);
  } catch (error) {
    throw new Error(`should be a file of certificates: ${(error as Error).message}`, { cause: error });
  }
  return pem;
};
