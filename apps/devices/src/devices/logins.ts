import { loginIdOf } from '@telemon/contracts/readings';
import type { DeviceDocument, FormerLogin, Registrable } from './device-document.ts';
import { sha256Of } from './passwords.ts';

/** More changes of a password than are made while an endpoint is cut off. */
const MOST_FORMER = 20;

type WithLogin = Pick<DeviceDocument, 'passwordSha256' | 'passwordChangedAt' | 'formerLogins'>;

/** The device with another password; the login that it had becomes a former one. */
export const withPassword = <Device extends WithLogin>(device: Device, password: string): Device => {
  const { passwordSha256, passwordChangedAt, formerLogins = [] } = device;
  // If no process has dated the last change yet, it is committed now, because it was read.
  const since = passwordChangedAt === undefined ? null : (passwordChangedAt ?? new Date());
  const former: FormerLogin = { login: loginIdOf(passwordSha256), since };
  return {
    ...device,
    passwordSha256: sha256Of(password),
    passwordChangedAt: null,
    formerLogins: [...formerLogins, former].slice(-MOST_FORMER),
  };
};

/**
 * Returns when each former login of a device ended, epoch milliseconds, by its id. An unknown login is older than those that are
 * kept, so it ended when the oldest of them began; it counts as valid if that is the device's first.
 * @param readAt When the device was read; a change without a date was committed by then.
 */
export const loginEndsOf = (
  { passwordChangedAt, formerLogins = [] }: Pick<Registrable, 'passwordChangedAt' | 'formerLogins'>,
  readAt: number,
): ((login: string) => number) => {
  const present = passwordChangedAt === null ? readAt : passwordChangedAt?.getTime();
  const begins = [...formerLogins.map(({ since }) => since?.getTime()), present];
  return (login) => {
    const place = formerLogins.findLastIndex((former) => former.login === login);
    return begins[place + 1] ?? Number.POSITIVE_INFINITY;
  };
};
