import type { z } from 'zod';
import { isKnownPassword } from './known-passwords.ts';

const SHORTEST = 8;
/** Fewer different characters make a pattern. */
const FEWEST_SIGNS = 4;

/** The weakness of a secret chosen by a person, worded to follow the secret's name; null if there is none. */
export const weaknessOf = (secret: string): string | null => {
  if (secret.length < SHORTEST) return `should have at least ${SHORTEST} characters`;
  if (isKnownPassword(secret)) return 'should not be a common password';
  return new Set(secret).size < FEWEST_SIGNS ? 'should not repeat a few characters' : null;
};

const LOGIN = /^[a-z][a-z0-9+.-]*:\/\/([^:@/]*):([^@/]*)@([^/?]*)/i;
const ON_THIS_MACHINE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/**
 * The weakness of the password in a server's address. A server on this machine may have any password, because only local users
 * can try it. An address without a password, as with certificates, is not checked.
 */
export const weaknessOfLogin = (address: string): string | null => {
  const [, user, password, hosts] = LOGIN.exec(address) ?? [];
  if (user === undefined || password === undefined || hosts === undefined) return null;
  return weaknessBefore(hosts.split(','), user, password);
};

/** The weakness of the login in a list of Kafka's brokers, `user:password@host:port,host:port`; any of them may carry it. */
export const weaknessOfBrokerLogin = (list: string): string | null => {
  const brokers = list.split(',').map((broker) => /^(?:([^:]*):(.*)@)?(.*)$/.exec(broker.trim())!);
  const hosts = brokers.map(([, , , host = '']) => host);
  const [, user, password] = brokers.find(([, name]) => name !== undefined) ?? [];
  return user === undefined || password === undefined ? null : weaknessBefore(hosts, user, password);
};

const weaknessBefore = (hosts: string[], user: string, password: string): string | null => {
  if (hosts.every((host) => ON_THIS_MACHINE.test(host))) return null;
  const secret = decoded(password);
  if (secret !== '' && secret === decoded(user)) return 'holds a password that equals the user name';
  const weakness = weaknessOf(secret);
  return weakness && `holds a password that ${weakness}`;
};

/** For `superRefine`: refuses a weak secret, unless it has another issue already. */
export const notWeak =
  (weakness: (secret: string) => string | null) =>
  (secret: string, context: z.RefinementCtx): void => {
    const message = context.issues.length > 0 ? null : weakness(secret);
    if (message !== null) context.addIssue({ code: 'custom', message });
  };
