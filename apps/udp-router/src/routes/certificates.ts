import { certificatesOf } from '@telemon/contracts/udp-router/certificate-lines';
import { X509Certificate } from 'node:crypto';
import type { RouteTls } from './route-document.ts';
import { certificateUnreadable } from './udp-routes.errors.ts';

/** Longest name of a subject or an issuer that is kept. */
const LONGEST_NAME = 300;
/** Characters that end a line or change the direction of the text after it. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/** `C=FR` and `CN=plant`, each in a line, as `C=FR, CN=plant`. */
const inOneLine = (name: string): string =>
  name.trim().replaceAll('\n', ', ').replace(CONTROLS, ' ').slice(0, LONGEST_NAME);

/**
 * The certificates of a list that the contract has found to be PEM, and how they are shown: as the one that expires first.
 * @throws certificateUnreadable, with the line
 */
export const readCertificates = (
  list: readonly string[],
): { pems: string[]; shown: Omit<RouteTls, 'sealed'> } => {
  const certificates = certificatesOf(list).map(({ pem, entry, line }) => {
    const certificate = parsed(pem);
    if (certificate) return { pem, certificate };
    const error = certificateUnreadable({ line });
    throw certificateUnreadable({ line }, { fields: { [`certificate.list.${entry}`]: error.message } });
  });
  const [first] = certificates.toSorted(
    (one, other) => one.certificate.validToDate.getTime() - other.certificate.validToDate.getTime(),
  );
  const { subject, issuer, validToDate, fingerprint256 } = first!.certificate;
  return {
    pems: certificates.map(({ pem }) => pem),
    shown: {
      subject: inOneLine(subject),
      issuer: inOneLine(issuer),
      validTo: validToDate,
      fingerprint: fingerprint256,
    },
  };
};

const parsed = (pem: string): X509Certificate | null => {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
};
