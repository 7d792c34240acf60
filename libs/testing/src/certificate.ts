import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate and its key, PEM. */
export interface GivenCertificate {
  key: Buffer;
  cert: Buffer;
}

/** Days that a certificate is valid; with -1 it has expired. */
type Days = -1 | 1 | 100;

interface Wanted {
  commonName: string;
  /** Its extensions, as openssl writes them. */
  extensions: string[];
  days: Days;
  /** null: self-signed. */
  issuer: GivenCertificate | null;
}

const made = ({ commonName, extensions, days, issuer }: Wanted): GivenCertificate => {
  const folder = mkdtempSync(join(tmpdir(), 'telemon-tls-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  const file = (name: string, content?: string | Buffer) => {
    const path = join(folder, name);
    if (content !== undefined) writeFileSync(path, content);
    return path;
  };
  try {
    const [key, request, cert] = [file('key.pem'), file('request.pem'), file('cert.pem')];
    const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key];
    openssl('req', ...newKey, '-out', request, '-subj', `/CN=${commonName}`);
    const signer = issuer
      ? ['-CA', file('ca.pem', issuer.cert), '-CAkey', file('ca-key.pem', issuer.key), '-CAcreateserial']
      : ['-signkey', key];
    // Unlike `req -x509`, it makes certificates that have expired.
    const signed = [...signer, '-days', String(days), '-extfile', file('extensions', extensions.join('\n'))];
    openssl('x509', '-req', '-in', request, ...signed, '-out', cert);
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** A self-signed certificate for a host, PEM. With -1 days it has expired. */
export const newCertificate = (host = 'localhost', { days = 1 }: { days?: Days } = {}): GivenCertificate =>
  made({
    commonName: host,
    extensions: [`subjectAltName=${isIP(host) ? 'IP' : 'DNS'}:${host}`, 'basicConstraints=CA:TRUE'],
    days,
    issuer: null,
  });

/** An authority that issues certificates; with an issuer, it is one between that and the certificates. */
export const newAuthority = (commonName: string, issuer: GivenCertificate | null = null): GivenCertificate =>
  made({ commonName, extensions: ['basicConstraints=critical,CA:TRUE'], days: 1, issuer });

/** A certificate that an authority has issued for a client, or with another use for another purpose. */
export const issuedBy = (
  issuer: GivenCertificate,
  commonName: string,
  { days = 1, use = 'clientAuth' }: { days?: Days; use?: 'clientAuth' | 'serverAuth' } = {},
): GivenCertificate => made({ commonName, extensions: [`extendedKeyUsage=${use}`], days, issuer });
