import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createHash, randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cached, kept } from './cache.ts';
import { apt, copyMavenDependencies, firstOf } from './clients.ts';
import { exchange } from './exchange.ts';
import { Problem } from './problem.ts';
import { choosePorts } from './ports.ts';
import { step, type Say } from './progress.ts';
import type { Runnable } from './runnable.ts';
import { find, gist, run } from './run.ts';

const VERSION = '3.9.1';
const inDeploy = (file: string) => fileURLToPath(new URL(`../../deploy/servers/${file}`, import.meta.url));
const SETTINGS = inDeploy('kafka.properties');
const LOGGING = inDeploy('kafka-log4j.properties');
const POM = inDeploy('kafka-pom.xml');

/** A Java and the folder of Kafka's jars. */
export interface KafkaProgram {
  readonly java: string;
  readonly jars: string;
  /** Path of the class-data-sharing archive, which may not exist yet; null if Java is too old for it. */
  readonly archive: string | null;
}

/** Finds Kafka, or fetches it. @throws Problem */
export const bringKafka = (say: Say): Promise<KafkaProgram> =>
  firstOf('Kafka', 'KAFKA_BROKERS', [
    async () => {
      const { java, version } = await bringJava();
      const jars = (await kept(FOLDER)) ?? (await installedJars()) ?? (await fetchJars(say));
      return { java, jars, archive: archiveFor(version, jars) };
    },
  ]);

const FOLDER = `kafka-${VERSION}`;

const fetchJars = (say: Say): Promise<string> =>
  cached(FOLDER, (into) => step(say, `Fetching Kafka ${VERSION}`, () => copyMavenDependencies(POM, into)));

async function bringJava(): Promise<{ java: string; version: string }> {
  const home = process.env['JAVA_HOME'];
  const java = home === undefined ? find('java') : join(home, 'bin', 'java');
  const result = java === null ? null : await run([java, '-version']);
  if (java === null || result?.ok !== true)
    throw new Problem(`Java is missing: ${apt('openjdk-17-jre-headless')}`);
  return { java, version: result.output };
}

async function installedJars(): Promise<string | null> {
  const start = find('kafka-server-start.sh') ?? find('kafka-server-start');
  const homes = [process.env['KAFKA_HOME'], start === null ? undefined : dirname(dirname(start))];
  for (const home of homes.filter((folder) => folder !== undefined)) {
    const jars = join(home, 'libs');
    const names = await readdir(jars).catch(() => []);
    if (names.some((name) => /^kafka_.*\.jar$/.test(name))) return jars;
  }
  return null;
}

/** An archive works only with the Java version that made it. */
function archiveFor(version: string, jars: string): string | null {
  if (Number(/version "(\d+)/.exec(version)?.[1]) < 13) return null;
  const key = createHash('sha256').update(version).digest('hex').slice(0, 12);
  return join(jars, `extra-classes-${key}.jsa`);
}

/**
 * Makes the class-data-sharing archive if it is missing, with a short run of a spare broker. Ignores errors: without the
 * archive, Kafka only starts a second later.
 */
async function prepareQuickStarts(program: KafkaProgram): Promise<void> {
  const { archive } = program;
  if (archive === null || (await isFile(archive))) return;
  await dumpArchive({ ...program, archive: null }, archive).catch(() => undefined);
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

async function dumpArchive(program: KafkaProgram, archive: string): Promise<void> {
  const folder = `${archive}.${process.pid}`;
  const ports = await choosePorts(['kafka', 'kafka-controller']);
  try {
    const broker = await kafka(program, {
      folder,
      port: ports.kafka,
      controllerPort: ports['kafka-controller'],
      password: randomBytes(16).toString('hex'),
    });
    const [java, ...args] = broker.command;
    const fresh = join(folder, 'classes.jsa');
    const enough = new AbortController();
    const ended = run(['nice', java, `-XX:ArchiveClassesAtExit=${fresh}`, ...args], {
      end: enough.signal,
      timeoutMs: 60_000,
    });
    void ended.then(() => enough.abort());
    while (!enough.signal.aborted && !(await broker.ready(() => undefined))) await delay(100);
    enough.abort();
    await ended;
    await rename(fresh, archive);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export interface KafkaSettings {
  readonly folder: string;
  readonly port: number;
  readonly controllerPort: number;
  readonly password: string;
}

const USER = 'telemon';

/** The address with the login in front, as services read it. */
export const kafkaBrokers = ({ port, password }: KafkaSettings): string =>
  `${USER}:${password}@127.0.0.1:${port}`;

/** The login for clients, and between broker and controller. */
const loginLines = (password: string): Record<string, string> => {
  const login = `org.apache.kafka.common.security.plain.PlainLoginModule required username="${USER}" password="${password}" user_${USER}="${password}";`;
  return Object.fromEntries(
    ['sasl_plaintext', 'controller'].map((name) => [`listener.name.${name}.plain.sasl.jaas.config`, login]),
  );
};

export async function kafka(program: KafkaProgram, settings: KafkaSettings): Promise<Runnable> {
  const { folder, port, controllerPort, password } = settings;
  const file = join(folder, 'server.properties');
  const data = join(folder, 'data');
  await mkdir(data, { recursive: true });
  const own = {
    listeners: `SASL_PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `SASL_PLAINTEXT://127.0.0.1:${port}`,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    'log.dirs': data,
    ...loginLines(password),
  };
  const ownLines = Object.entries(own).map(([name, value]) => `${name}=${value}\n`);
  await rm(file, { force: true });
  await writeFile(file, (await readFile(SETTINGS, 'utf8')) + ownLines.join(''), { mode: 0o600 });
  const archive = program.archive !== null && (await isFile(program.archive)) ? program.archive : null;
  const java = [program.java, ...javaOptions(program.jars, archive)] as const;
  if (!(await isFile(join(data, 'meta.properties')))) await format(java, file);
  return {
    name: 'kafka',
    command: [...java, 'kafka.Kafka', file],
    cwd: folder,
    env: javaEnvironment(),
    ready: () => answersMetadata(settings),
    whenIdle: () => prepareQuickStarts(program),
    onLauncherDeath: 'SIGTERM',
    stopWithinMs: 6_000,
  };
}

/** Java's own variable for further options, which the user may set. */
const javaEnvironment = (): Record<string, string> => {
  const { JDK_JAVA_OPTIONS } = process.env;
  return JDK_JAVA_OPTIONS === undefined ? {} : { JDK_JAVA_OPTIONS };
};

const javaOptions = (jars: string, archive: string | null): string[] => [
  '-Xms64m',
  '-Xmx256m',
  '-XX:MaxDirectMemorySize=128m',
  '-XX:+UseSerialGC',
  '-Xshare:auto',
  '-Xlog:cds=off',
  '-Xlog:cds+dynamic=off',
  ...(archive === null ? [] : [`-XX:SharedArchiveFile=${archive}`]),
  '-Djava.awt.headless=true',
  '-Djava.net.preferIPv4Stack=true',
  `-Dlog4j.configuration=file:${LOGGING}`,
  '-cp',
  join(jars, '*'),
];

/** Formats the empty data folder, as Kafka requires before the first start. @throws Problem */
async function format(java: readonly [string, ...string[]], file: string): Promise<void> {
  const tool = [
    'kafka.tools.StorageTool',
    'format',
    '--ignore-formatted',
    '-t',
    'VGVsZW1vbi1sb2NhbC1rZg',
    '-c',
    file,
  ];
  const formatted = await run([...java, ...tool]);
  if (!formatted.ok) throw new Problem(`Kafka's folder could not be prepared: ${gist(formatted.output)}`);
}

/** A request of Kafka's protocol with its length in front, without a client id. */
function request(key: number, version: number, body: Buffer): Buffer {
  const head = Buffer.alloc(4 + 2 + 2 + 4 + 2);
  head.writeInt32BE(head.length - 4 + body.length, 0);
  head.writeInt16BE(key, 4);
  head.writeInt16BE(version, 6);
  head.writeInt16BE(-1, 12);
  return Buffer.concat([head, body]);
}

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

/** The complete answers so far; each has its length in front. */
function answersIn(received: Buffer): Buffer[] {
  const answers: Buffer[] = [];
  let from = 0;
  while (received.length >= from + 4 && received.length >= from + 4 + received.readInt32BE(from)) {
    const end = from + 4 + received.readInt32BE(from);
    answers.push(received.subarray(from + 4, end));
    from = end;
  }
  return answers;
}

/**
 * Signs in (SaslHandshake, SaslAuthenticate) and lists the brokers (Metadata, version 1, no topics). In the last answer,
 * the number of brokers follows the correlation id.
 */
async function answersMetadata({ port, password }: KafkaSettings): Promise<boolean> {
  const mechanism = Buffer.from('\0\x05PLAIN');
  const login = Buffer.from(`\0${USER}\0${password}`);
  const requests = [
    request(17, 1, mechanism),
    request(36, 0, Buffer.concat([int32(login.length), login])),
    request(3, 1, int32(0)),
  ];
  const received = await exchange(
    port,
    Buffer.concat(requests),
    (come) => answersIn(come).length === requests.length,
  );
  const brokers = received === null ? undefined : answersIn(received).at(-1);
  return brokers !== undefined && brokers.readInt32BE(4) > 0;
}
