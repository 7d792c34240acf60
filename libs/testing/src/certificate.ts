import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A self-signed certificate for a host name, PEM. */
export const newCertificate = (host = 'localhost'): { key: Buffer; cert: Buffer } => {
  const folder = mkdtempSync(join(tmpdir(), 'telemon-tls-'));
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const forADay = ['-days', '1', '-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
    const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    execFileSync('openssl', ['req', '-x509', ...newKey, '-keyout', key, '-out', cert, ...forADay], {
      stdio: 'ignore',
    });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true });
  }
};
