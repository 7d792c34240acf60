import { generateKeyPairSync, randomBytes, randomInt } from 'node:crypto';
import { newServerSecrets, type ServerSecrets } from '../servers/local.ts';
import type { DataFolder } from './data-folder.ts';

/** The secrets of one installation, made once at random. */
export interface Secrets {
  readonly servers: ServerSecrets;
  /** The services' passwords, by the name of their database. */
  readonly databases: Readonly<Record<string, string>>;
  readonly tokenPrivateKey: string;
  readonly tokenPublicKey: string;
  readonly adminPassword: string;
  /** The login at the outbox, which stands in for Twilio. */
  readonly outboxAccount: string;
  readonly outboxToken: string;
  /** Encrypts the certificates of UDP routes. */
  readonly certificateKey: string;
  /** The keys that devices sign datagrams with are derived from it. */
  readonly udpKeySecret: string;
}

const FILE = 'secrets.json';

/** The secrets of this data folder; missing ones are made. */
export function keepSecrets(data: DataFolder, databases: readonly string[]): Secrets {
  const kept = data.read<Partial<Secrets>>(FILE) ?? {};
  const passwords = databases.map((name) => [
    name,
    kept.databases?.[name] ?? randomBytes(24).toString('hex'),
  ]);
  const secrets: Secrets = {
    ...newSecrets(),
    ...kept,
    servers: { ...newServerSecrets(), ...kept.servers },
    databases: { ...kept.databases, ...Object.fromEntries(passwords) },
  };
  if (JSON.stringify(secrets) !== JSON.stringify(kept)) data.write(FILE, secrets);
  return secrets;
}

const base64 = (pem: string | Buffer) => Buffer.from(pem).toString('base64');

function newSecrets(): Omit<Secrets, 'servers' | 'databases'> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    tokenPrivateKey: base64(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    tokenPublicKey: base64(publicKey.export({ type: 'spki', format: 'pem' })),
    adminPassword: readablePassword(),
    outboxAccount: `AC${randomBytes(16).toString('hex')}`,
    outboxToken: randomBytes(16).toString('hex'),
    certificateKey: base64(randomBytes(32)),
    udpKeySecret: base64(randomBytes(32)),
  };
}

/** Without letters and digits that look alike, because people type the password from another window. */
const READABLE = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

const readablePassword = (): string =>
  Array.from({ length: 16 }, () => READABLE[randomInt(READABLE.length)]).join('');
