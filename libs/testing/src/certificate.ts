import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A self-signed certificate for a host, PEM. With -1 days it has expired. */
export const newCertificate = (
  host = 'localhost',
  { days = 1 }: { days?: 1 | -1 } = {},
): { key: Buffer; cert: Buffer } => {
  const folder = mkdtempSync(join(tmpdir(), 'telemon-tls-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  try {
    const [key, request, extensions, cert] = ['key.pem', 'request.pem', 'extensions', 'cert.pem'].map(
      (name) => join(folder, name),
    ) as [string, string, string, string];
    const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key];
    openssl('req', ...newKey, '-out', request, '-subj', `/CN=${host}`);
    writeFileSync(
      extensions,
      `subjectAltName=${isIP(host) ? 'IP' : 'DNS'}:${host}\nbasicConstraints=CA:TRUE\n`,
    );
    // Unlike `req -x509`, it makes certificates that have expired.
    const signed = ['-signkey', key, '-days', String(days), '-extfile', extensions];
    openssl('x509', '-req', '-in', request, ...signed, '-out', cert);
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true });
  }
};
