import { setTimeout as delay } from 'node:timers/promises';
import { bringServer, type ServerName } from '../servers/local.ts';
import { inOneLine, Problem } from '../servers/problem.ts';
import type { Say } from '../servers/progress.ts';
import { endRuns } from '../servers/run.ts';
import { checkPorts } from './check-ports.ts';
import { DataFolder } from './data-folder.ts';
import { simulator } from './demo.ts';
import { addressesFor, localSettings, settle } from './installation.ts';
import type { Options } from './options.ts';
import { broughtServers, checkOutsideServers } from './outside-servers.ts';
import { Processes } from './processes.ts';
import { readyNotice } from './ready-notice.ts';
import { checkVariables } from './check-variables.ts';
import { type Service } from './services.ts';
import { serviceProcess } from './service-process.ts';

interface Launch {
  readonly options: Options;
  readonly services: readonly Service[];
  /** The path of a service's program; by default the build's output. */
  readonly entryOf?: (service: string) => string;
  /** Builds the services. */
  readonly build: (say: Say) => Promise<void>;
  readonly servers?: readonly ServerName[];
  readonly say: Say;
  /** When the user ran the command, epoch ms. */
  readonly beganAt: number;
  /** Aborted to stop everything. */
  readonly stop: AbortSignal;
}

/** Exists while everything is up. */
const ADDRESSES = 'addresses.json';

/** How long to wait for services that aren't vital, once the vital ones are ready. */
const PATIENCE_WITH_REST_MS = 15_000;
const PRINT_WAITING_EVERY_MS = 30_000;

/** Runs everything until `stop` is aborted. Leaves no process running, even if it fails. @throws Problem */
export async function launch(launching: Launch): Promise<void> {
  const { options, say, stop } = launching;
  const data = DataFolder.open(options.DATA_DIR);
  const processes = new Processes({ logs: data.logs, run: data.run, say });
  const stopped = new Promise<void>((resolve) => {
    if (stop.aborted) resolve();
    stop.addEventListener('abort', () => resolve(), { once: true });
  });
  try {
    await Promise.race([stopped, bringUp(launching, data, processes).then(() => stopped)]);
    say('Stopping …');
  } finally {
    await Promise.all([endRuns(), processes.stop()]);
    data.remove(ADDRESSES);
    data.close();
  }
  say('Stopped.');
}

async function bringUp(launching: Launch, data: DataFolder, processes: Processes): Promise<void> {
  const { options, services, say, build, beganAt, entryOf } = launching;
  data.remove(ADDRESSES);
  await data.endOrphans(say);
  await checkPorts(options);
  const wanted = services.filter(({ isWanted }) => isWanted?.(options) ?? true);
  const installation = await settle(data, options, wanted);

  const settings = localSettings(data, installation);
  const servers = launching.servers ?? broughtServers(options);
  await allOf([
    build(say).then(() => checkVariables(wanted, installation, entryOf)),
    checkOutsideServers(options),
    ...servers.map(async (name) => processes.start(await bringServer[name](settings, say), 'server')),
  ]);

  const telling = setInterval(
    () => say(`Waiting for ${processes.waitedFor.join(', ')} … (logs: ${data.logs})`),
    PRINT_WAITING_EVERY_MS,
  );
  try {
    const start = (service: Service) =>
      processes.start(
        serviceProcess(service, installation, entryOf?.(service.name)),
        service.isEdge ? 'edge' : 'core',
      );
    const vital = allOf(wanted.filter(({ isVital }) => isVital).map(start));
    const rest = allOf(wanted.filter(({ isVital }) => !isVital).map(start)).catch((error: unknown) => {
      if (!launching.stop.aborted) say(inOneLine(error));
    });
    await vital;
    await Promise.race([rest, delay(PATIENCE_WITH_REST_MS, undefined, { ref: false })]);
  } finally {
    clearInterval(telling);
  }

  data.write(ADDRESSES, addressesFor(installation, settings));
  say(readyNotice(installation, Date.now() - beganAt));
  const demo = simulator(installation, data);
  if (demo !== null) await processes.start(demo, 'edge');
  await processes.whenIdle();
}

/** How long to wait after the first failure, in order to report others with it. */
const OTHER_FAILURES_WITHIN_MS = 2_000;

/** Waits for all. @throws Problem with the messages of all failures, or the first bug */
async function allOf(works: readonly Promise<unknown>[]): Promise<void> {
  const failures: unknown[] = [];
  const outcomes = works.map((work) => work.catch((error: unknown) => failures.push(error)));
  const failed = Promise.all(works).catch(() => delay(OTHER_FAILURES_WITHIN_MS, undefined, { ref: false }));
  await Promise.race([Promise.all(outcomes), failed]);
  const problems = failures.filter((failure) => failure instanceof Problem);
  const bug = failures.find((failure) => !(failure instanceof Problem));
  if (bug !== undefined) throw bug;
  if (problems.length > 0) throw new Problem([...new Set(problems.map(({ message }) => message))].join('\n'));
}
