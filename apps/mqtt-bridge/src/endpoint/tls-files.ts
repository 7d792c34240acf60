import { DAY_MS } from '@telemon/contracts/durations';
import { logger } from '@telemon/platform/logging';
import { Counter, Gauge } from '@telemon/platform/metrics';
import { type X509Certificate, createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { MqttBridgeVariables } from '../config.ts';
import { FILE_OF, type TlsMaterial, UnusableTls, certificatesIn, checkUsable } from './tls-material.ts';

/** The files are read this often: a watch of the file system would miss mounted secrets and network drives. */
const LOOK_EVERY_MS = 2_000;
/** The log warns this long before a certificate expires … */
const WARN_BEFORE_MS = 14 * DAY_MS;
/** … or when this part of its lifetime is left, if that is later: most are renewed when a third is left. */
const WARN_AT_PART = 1 / 4;

type Paths = Pick<MqttBridgeVariables, (typeof FILE_OF)[keyof TlsMaterial]>;

/** The result of a look at the files. */
interface Found {
  /** null: a file can't be read. */
  readonly material: TlsMaterial | null;
  /** Why not. */
  readonly fault: string | null;
  /** Differs if another look finds something else. */
  readonly digest: string;
}

/** The material in use. */
interface InUse {
  readonly digest: string;
  /** For each file with certificates, the certificate that expires first. */
  readonly expiring: readonly { readonly file: string; readonly certificate: X509Certificate }[];
}

/** The files of the port for TLS: read at the start, and used anew when they have changed. */
export class TlsFiles {
  private inUse: InUse = { digest: '', expiring: [] };
  /** Digest of the last look. */
  private seen = '';
  /** The last refusal in the log, and the digest of the files that it is about. */
  private refused = '';
  private readonly changes = { used: 0, refused: 0 };
  /** When the log last warned of a file, epoch ms. */
  private readonly warnedAt = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private isLooking = false;

  /** @param now Epoch milliseconds. */
  constructor(
    private readonly paths: Paths,
    private readonly now: () => number = Date.now,
  ) {}

  /** Reads the files for the first time. @throws UnusableTls */
  async read(): Promise<TlsMaterial> {
    const { material, fault, digest } = await this.find();
    if (material === null) throw new UnusableTls(fault!);
    checkUsable(material);
    this.keep(material, digest);
    this.warn();
    return material;
  }

  /** Looks at the files regularly from now on, and calls `use` with each change that can be used. */
  watch(use: (material: TlsMaterial) => void): void {
    this.timer = setInterval(() => void this.look(use), LOOK_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /**
   * Looks at the files. A change counts once two looks in a row have found the same, because the files are replaced one after the
   * other.
   */
  async look(use: (material: TlsMaterial) => void): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    const found = await this.find();
    this.isLooking = false;
    if (found.digest === this.inUse.digest) this.refused = '';
    else if (found.digest === this.seen) this.take(found, use);
    this.seen = found.digest;
    this.warn();
  }

  /** Registers the metrics. Called once per process. */
  expose(): void {
    const { changes } = this;
    const expiring = () => this.inUse.expiring;
    new Gauge({
      name: 'telemon_mqtt_tls_certificate_expiry_timestamp_seconds',
      help: 'When the first certificate of a file of the port for TLS expires, in seconds since 1970',
      labelNames: ['file'],
      collect() {
        for (const { file, certificate } of expiring()) {
          this.set({ file }, certificate.validToDate.getTime() / 1_000);
        }
      },
    });
    new Counter({
      name: 'telemon_mqtt_tls_file_changes_total',
      help: 'Changes of the files of the port for TLS: used, or refused because the files are faulty',
      labelNames: ['outcome'],
      collect() {
        this.reset();
        for (const [outcome, count] of Object.entries(changes)) this.inc({ outcome }, count);
      },
    });
  }

  private take({ material, fault, digest }: Found, use: (material: TlsMaterial) => void): void {
    const reason = material === null ? fault : this.faultOf(material);
    if (material === null || reason !== null) {
      // A certificate that is not valid yet is tried at each look, and told once.
      const refused = `${digest} ${reason}`;
      if (this.refused === refused) return;
      this.refused = refused;
      this.changes.refused++;
      return logger.error(
        { reason },
        'changed files of the port for TLS are refused; the former ones stay in use',
      );
    }
    this.refused = '';
    this.warnedAt.clear();
    this.keep(material, digest);
    this.changes.used++;
    logger.info('changed files of the port for TLS are in use');
    use(material);
  }

  private keep({ cert, ca }: TlsMaterial, digest: string): void {
    const files = [{ file: FILE_OF.cert, pem: cert }, ...(ca ? [{ file: FILE_OF.ca, pem: ca }] : [])];
    const expiring = files.map(({ file, pem }) => ({
      file,
      certificate: firstToExpire(certificatesIn(pem, file)),
    }));
    this.inUse = { digest, expiring };
  }

  /** Why changed files are not used; null: they can be. */
  private faultOf(material: TlsMaterial): string | null {
    try {
      checkUsable(material);
    } catch (error) {
      if (error instanceof UnusableTls) return error.message;
      throw error;
    }
    const [own] = certificatesIn(material.cert, FILE_OF.cert);
    const { validFromDate, validToDate } = own!;
    const now = this.now();
    if (validToDate.getTime() <= now) return `${FILE_OF.cert} expired at ${validToDate.toISOString()}`;
    if (validFromDate.getTime() > now)
      return `${FILE_OF.cert} is valid from ${validFromDate.toISOString()} on`;
    return null;
  }

  /** Warns once a day of certificates that expire soon or have expired. */
  private warn(): void {
    const now = this.now();
    for (const { file, certificate } of this.inUse.expiring) {
      const { validFromDate, validToDate, subject } = certificate;
      const validTo = validToDate.getTime();
      const left = validTo - now;
      const lifetime = validTo - validFromDate.getTime();
      if (left > Math.min(WARN_BEFORE_MS, lifetime * WARN_AT_PART)) continue;
      if (now - (this.warnedAt.get(file) ?? -Infinity) < DAY_MS) continue;
      this.warnedAt.set(file, now);
      const fields = { file, subject, validTo: validToDate };
      if (left > 0) logger.warn(fields, 'a certificate of the port for TLS expires soon');
      else logger.error(fields, 'a certificate of the port for TLS has expired');
    }
  }

  private async find(): Promise<Found> {
    try {
      const cert = await contentOf(FILE_OF.cert, this.paths);
      const key = await contentOf(FILE_OF.key, this.paths);
      const ca = this.paths[FILE_OF.ca] ? await contentOf(FILE_OF.ca, this.paths) : undefined;
      return { material: { cert, key, ...(ca && { ca }) }, fault: null, digest: digestOf([cert, key, ca]) };
    } catch (error) {
      if (!(error instanceof UnusableTls)) throw error;
      return { material: null, fault: error.message, digest: error.message };
    }
  }
}

/** The content of a file. @throws UnusableTls */
const contentOf = async (file: keyof Paths, paths: Paths): Promise<Buffer> => {
  try {
    return await readFile(paths[file] ?? '');
  } catch (error) {
    throw new UnusableTls(`${file} can't be read: ${(error as Error).message}`);
  }
};

/** Reveals nothing of the key. */
const digestOf = (contents: readonly (Buffer | undefined)[]): string => {
  const hash = createHash('sha256');
  for (const content of contents) hash.update(`${content?.length} `).update(content ?? '');
  return hash.digest('hex');
};

const firstToExpire = (certificates: readonly X509Certificate[]): X509Certificate =>
  certificates.reduce((first, other) => (other.validToDate < first.validToDate ? other : first));
