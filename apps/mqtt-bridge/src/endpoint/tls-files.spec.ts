import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DAY_MS } from '@telemon/contracts/durations';
import { logger } from '@telemon/platform/logging';
import { type GivenCertificate, issuedBy, newAuthority, newCertificate } from '@telemon/testing/certificate';
import { X509Certificate } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TlsFiles } from './tls-files.ts';
import type { TlsMaterial } from './tls-material.ts';

let first: GivenCertificate;
let second: GivenCertificate;
let authority: GivenCertificate;
let folder: string;
let files: TlsFiles;
let used: TlsMaterial[];
let now: number;
/** Lines of the log, by level. */
let lines: { level: string; line: unknown[] }[];

const path = (name: string) => join(folder, name);
const write = (name: string, content: string | Buffer) => writeFileSync(path(name), content);
const writePair = ({ cert, key }: GivenCertificate) => {
  write('tls.crt', cert);
  write('tls.key', key);
};
const look = async (times = 1) => {
  for (let count = 0; count < times; count++) await files.look((material) => void used.push(material));
};
const linesOf = (level: string) => lines.filter((one) => one.level === level).map(({ line }) => line);
const reasons = () => linesOf('error').map(([fields]) => (fields as { reason: string }).reason);

beforeAll(() => {
  first = newCertificate();
  second = newCertificate();
  authority = newAuthority('Fleet');
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'telemon-tls-files-'));
  writePair(first);
  used = [];
  lines = [];
  now = Date.now();
  for (const level of ['info', 'warn', 'error'] as const) {
    jest.spyOn(logger, level).mockImplementation((...line: unknown[]) => void lines.push({ level, line }));
  }
  files = new TlsFiles({ MQTTS_CERT_FILE: path('tls.crt'), MQTTS_KEY_FILE: path('tls.key') }, () => now);
});

afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

describe('changed files', () => {
  it('are used once, as soon as two looks have found the same', async () => {
    expect(await files.read()).toEqual(first);
    await look(3);
    writePair(second);
    await look();
    expect(used).toEqual([]);
    await look(3);
    expect(used).toEqual([second]);
    expect(linesOf('info')).toEqual([['changed files of the port for TLS are in use']]);
  });

  it('are used where a link to their folder is replaced, as Kubernetes does', async () => {
    for (const [version, { cert, key }] of [['..1', first] as const, ['..2', second] as const]) {
      mkdirSync(path(version));
      write(`${version}/tls.crt`, cert);
      write(`${version}/tls.key`, key);
    }
    symlinkSync('..1', path('..data'));
    for (const name of ['tls.crt', 'tls.key']) {
      rmSync(path(name));
      symlinkSync(join('..data', name), path(name));
    }
    expect(await files.read()).toEqual(first);
    symlinkSync('..2', path('..new'));
    renameSync(path('..new'), path('..data'));
    rmSync(path('..1'), { recursive: true });
    await look(2);
    expect(used).toEqual([second]);
  });

  it('are not refused while one is replaced after the other', async () => {
    await files.read();
    write('tls.crt', second.cert);
    await look();
    write('tls.key', second.key.subarray(0, 40));
    await look();
    write('tls.key', second.key);
    await look(2);
    expect(used).toEqual([second]);
    expect(reasons()).toEqual([]);
  });

  it('with a fault are refused and logged once, until they can be used', async () => {
    await files.read();
    write('tls.crt', second.cert);
    await look(5);
    expect(reasons()).toEqual(['MQTTS_KEY_FILE is not the key of the certificate in MQTTS_CERT_FILE']);
    rmSync(path('tls.crt'));
    await look(5);
    expect(reasons()).toHaveLength(2);
    expect(reasons()[1]).toMatch(/^MQTTS_CERT_FILE can't be read: ENOENT/);
    expect(used).toEqual([]);
    writePair(second);
    await look(5);
    expect(used).toEqual([second]);
    expect(reasons()).toHaveLength(2);
    expect(JSON.stringify(lines)).not.toContain('PRIVATE KEY');
  });

  it('are refused if the certificate has expired, and used once it is valid', async () => {
    await files.read();
    const expired = newCertificate('localhost', { days: -1 });
    writePair(expired);
    await look(3);
    expect(reasons()).toEqual([expect.stringMatching(/^MQTTS_CERT_FILE expired at 20/)]);
    const early = newCertificate('localhost', { days: 100 });
    now = new X509Certificate(early.cert).validFromDate.getTime() - 1_000;
    writePair(early);
    await look(3);
    expect(reasons()).toHaveLength(2);
    expect(reasons()[1]).toMatch(/^MQTTS_CERT_FILE is valid from 20.* on$/);
    now += 1_000;
    await look();
    expect(used).toEqual([early]);
  });
});

describe('files that the port for TLS can not be served with', () => {
  const withAuthorities = (content: string | Buffer) => {
    write('ca.crt', content);
    return new TlsFiles({
      MQTTS_CERT_FILE: path('tls.crt'),
      MQTTS_KEY_FILE: path('tls.key'),
      MQTTS_CLIENT_CA_FILE: path('ca.crt'),
    });
  };

  it('are named at the start', async () => {
    write('tls.key', 'nonsense');
    await expect(files.read()).rejects.toThrow('MQTTS_KEY_FILE has no private key in PEM');
    write('tls.crt', first.key);
    await expect(files.read()).rejects.toThrow('MQTTS_CERT_FILE has no certificate in PEM');
    write('tls.crt', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
    await expect(files.read()).rejects.toThrow("MQTTS_CERT_FILE: certificate 1 can't be read");
    rmSync(path('tls.crt'));
    await expect(files.read()).rejects.toThrow("MQTTS_CERT_FILE can't be read: ENOENT");
  });

  it('are named where they hold no authorities', async () => {
    await expect(withAuthorities('').read()).rejects.toThrow(
      'MQTTS_CLIENT_CA_FILE has no certificate in PEM',
    );
    const client = issuedBy(authority, 'client');
    await expect(withAuthorities(Buffer.concat([authority.cert, client.cert])).read()).rejects.toThrow(
      'MQTTS_CLIENT_CA_FILE: certificate 2 is not that of an authority',
    );
    const between = newAuthority('Plant', authority);
    await expect(withAuthorities(between.cert).read()).rejects.toThrow('MQTTS_CLIENT_CA_FILE has no root');
    const both = Buffer.concat([between.cert, authority.cert]);
    expect(await withAuthorities(both).read()).toEqual({ ...first, ca: both });
  });
});

describe('a certificate that is not renewed', () => {
  it('is in the log once a day, from two weeks before it expires', async () => {
    const certificate = newCertificate('localhost', { days: 100 });
    writePair(certificate);
    await files.read();
    const expiry = new X509Certificate(certificate.cert).validToDate.getTime();
    now = expiry - 14 * DAY_MS - 1;
    await look(2);
    expect(lines).toEqual([]);
    now += 1;
    await look(2);
    expect(linesOf('warn')).toEqual([
      [
        { file: 'MQTTS_CERT_FILE', subject: 'CN=localhost', validTo: new Date(expiry) },
        'a certificate of the port for TLS expires soon',
      ],
    ]);
    now += DAY_MS;
    await look(2);
    expect(linesOf('warn')).toHaveLength(2);
    now = expiry;
    await look(2);
    expect(linesOf('error')).toEqual([[expect.anything(), 'a certificate of the port for TLS has expired']]);
  });

  it('that is short-lived is in the log when a quarter of its lifetime is left', async () => {
    await files.read();
    const { validFromDate, validToDate } = new X509Certificate(first.cert);
    const lifetime = validToDate.getTime() - validFromDate.getTime();
    now = validToDate.getTime() - lifetime / 4 - 1;
    await look(2);
    expect(lines).toEqual([]);
    now += 1;
    await look(2);
    expect(linesOf('warn')).toHaveLength(1);
    writePair(second);
    now = Date.now();
    await look(2);
    expect(linesOf('warn')).toHaveLength(1);
  });
});
