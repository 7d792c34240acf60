import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
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
  /** A file of classes as Java keeps them in memory, once it is made; null for a Java that is too old. */
  readonly archive: string | null;
}

/** A Kafka that runs here. */
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
  const asked = java === null ? null : await run([java, '-version']);
  if (java === null || asked?.ok !== true)
    throw new Problem(`Java is missing: ${apt('openjdk-17-jre-headless')}`);
  return { java, version: asked.output };
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

/** An archive serves only the very Java that made it. */
function archiveFor(version: string, jars: string): string | null {
  if (Number(/version "(\d+)/.exec(version)?.[1]) < 13) return null;
  const key = createHash('sha256').update(version).digest('hex').slice(0, 12);
  return join(jars, `extra-classes-${key}.jsa`);
}

/**
 * Makes the archive of classes where there is none, by a short run of a broker that nobody uses. Without it Kafka
 * starts a second later, so its failure is none.
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
    });
    const [java, ...args] = broker.command;
    const fresh = join(folder, 'classes.jsa');
    const enough = new AbortController();
    const ended = run(['nice', java, `-XX:ArchiveClassesAtExit=${fresh}`, ...args], {
      end: enough.signal,
      timeoutMs: 60_000,
    });
    void ended.then(() => enough.abort());
    while (!enough.signal.aborted && !(await broker.ready())) await delay(100);
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
}

export const kafkaBrokers = ({ port }: KafkaSettings): string => `127.0.0.1:${port}`;

export async function kafka(program: KafkaProgram, settings: KafkaSettings): Promise<Runnable> {
  const { folder, port, controllerPort } = settings;
  const file = join(folder, 'server.properties');
  const data = join(folder, 'data');
  await mkdir(data, { recursive: true });
  const own = {
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    'log.dirs': data,
  };
  const ownLines = Object.entries(own).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(file, (await readFile(SETTINGS, 'utf8')) + ownLines.join(''));
  const archive = program.archive !== null && (await isFile(program.archive)) ? program.archive : null;
  const java = [program.java, ...javaOptions(program.jars, archive)] as const;
  if (!(await isFile(join(data, 'meta.properties')))) await format(java, file);
  return {
    name: 'kafka',
    command: [...java, 'kafka.Kafka', file],
    cwd: folder,
    env: {},
    ready: () => answersMetadata(port),
    whenIdle: () => prepareQuickStarts(program),
    onLauncherDeath: 'SIGTERM',
    stopWithinMs: 6_000,
  };
}

const javaOptions = (jars: string, archive: string | null): string[] => [
  '-Xms64m',
  '-Xmx256m',
  '-XX:MaxDirectMemorySize=128m',
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
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

/** Gives the empty data folder its identity, as Kafka wants it before the first start. */
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

/** Asks which brokers there are (Metadata, version 1, no topics); the first of the answer's numbers is how many. */
async function answersMetadata(port: number): Promise<boolean> {
  const request = Buffer.alloc(4 + 2 + 2 + 4 + 2 + 4);
  request.writeInt32BE(request.length - 4, 0);
  request.writeInt16BE(3, 4);
  request.writeInt16BE(1, 6);
  request.writeInt32BE(1, 8);
  request.writeInt16BE(-1, 12);
  request.writeInt32BE(0, 14);
  const answer = await exchange(port, request, (said) => said.length >= 12);
  return answer !== null && answer.readInt32BE(8) > 0;
}
