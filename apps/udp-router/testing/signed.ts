import { createHmac } from 'node:crypto';

/** A datagram as a device signs it. @param key 32 hex digits */
export const signed = (payload: string, counter: number, key: string): string => {
  const text = `${payload};${counter}`;
  const mac = createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('hex').slice(0, 16);
  return `${text};${mac}`;
};
