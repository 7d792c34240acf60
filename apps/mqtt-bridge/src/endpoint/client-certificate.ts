import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** A certificate that an authority vouches for: it stands for a login, as `loginIdOf` names it, until it expires, epoch ms. */
interface LoginCertificate {
  readonly deviceName: string;
  readonly loginId: string;
  readonly validTo: number;
}

/** A client's certificate; one with a fault stands for no login. */
export type ClientCertificate = LoginCertificate | { readonly fault: string };

/** A device's name can't have a dot. */
const COMMON_NAME = /^([\w-]{3,15})\.([0-9a-f]{16})$/;

/** The certificate that the client has proven to hold the key of; null: it has shown none, or has not been asked for one. */
export const clientCertificateOf = (socket: Socket): ClientCertificate | null => {
  const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
  if (!certificate) return null;
  const { authorized, authorizationError } = socket as TLSSocket;
  if (!authorized) return { fault: String(authorizationError) };
  const validTo = certificate.validToDate.getTime();
  // A resumed session was verified when it began.
  if (validTo <= Date.now()) return { fault: 'CERT_HAS_EXPIRED' };
  const { CN: commonName } = certificate.toLegacyObject().subject;
  // A list: the subject has several common names.
  const named = typeof commonName === 'string' ? COMMON_NAME.exec(commonName) : null;
  if (!named) return { fault: 'the common name is not that of a login' };
  const [, deviceName, loginId] = named as unknown as [string, string, string];
  return { deviceName, loginId, validTo };
};
