import { type KeyObject, X509Certificate, createPrivateKey } from 'node:crypto';
import { createSecureContext } from 'node:tls';

/** Certificates and key of the port for TLS, each in PEM. */
export interface TlsMaterial {
  /** The certificate of the port first, then those between it and its authority. */
  readonly cert: Buffer;
  readonly key: Buffer;
  /** The authorities of clients' certificates; without it, clients are not asked for one. */
  readonly ca?: Buffer;
}

/** The variables that name the files of the material. */
export const FILE_OF = {
  cert: 'MQTTS_CERT_FILE',
  key: 'MQTTS_KEY_FILE',
  ca: 'MQTTS_CLIENT_CA_FILE',
} as const satisfies Record<keyof TlsMaterial, string>;

/** The material can't be served with; the message names the variable of the file that is at fault. */
export class UnusableTls extends Error {}

/** The certificates of a file in their order. @throws UnusableTls */
export const certificatesIn = (pem: Buffer, file: string): X509Certificate[] => {
  const texts =
    pem.toString('latin1').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (texts.length === 0) throw new UnusableTls(`${file} has no certificate in PEM`);
  return texts.map((text, index) => {
    try {
      return new X509Certificate(text);
    } catch {
      throw new UnusableTls(`${file}: certificate ${index + 1} can't be read`);
    }
  });
};

/** Checks that a port can be served with it, whether or not its certificates are valid now. @throws UnusableTls */
export const checkUsable = (material: TlsMaterial): void => {
  const { cert, key, ca } = material;
  const [own] = certificatesIn(cert, FILE_OF.cert);
  if (!own!.checkPrivateKey(privateKeyIn(key))) {
    throw new UnusableTls(`${FILE_OF.key} is not the key of the certificate in ${FILE_OF.cert}`);
  }
  if (ca) {
    const authorities = certificatesIn(ca, FILE_OF.ca);
    const stranger = authorities.findIndex((authority) => !authority.ca);
    if (stranger >= 0)
      throw new UnusableTls(`${FILE_OF.ca}: certificate ${stranger + 1} is not that of an authority`);
    // Without one, no client's certificate would be valid.
    if (!authorities.some((authority) => authority.checkIssued(authority))) {
      throw new UnusableTls(`${FILE_OF.ca} has no root: one of its certificates has to be self-signed`);
    }
  }
  try {
    createSecureContext(material);
  } catch (error) {
    throw new UnusableTls(`${FILE_OF.cert} and ${FILE_OF.key} are refused: ${(error as Error).message}`);
  }
};

const privateKeyIn = (pem: Buffer): KeyObject => {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new UnusableTls(`${FILE_OF.key} has no private key in PEM that needs no passphrase`);
  }
};

/** Whether clients' certificates come from the same authorities. */
export const haveSameAuthorities = ({ ca: one }: TlsMaterial, { ca: other }: TlsMaterial): boolean =>
  one === other || (one !== undefined && other !== undefined && one.equals(other));
