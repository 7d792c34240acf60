import { join } from 'node:path';
import type { Runnable } from '../servers/runnable.ts';
import { answersOk } from './http.ts';
import { CHECKOUT } from './options.ts';
import { ServiceHealth } from './service-health.ts';
import { healthPortOf, type Environment, type Installation, type Service } from './services.ts';

/**
 * Ten processes share a small machine. A semi-space has 4 MB instead of 16, a heap may double before a garbage collection,
 * where Node lets it grow fourfold, and malloc returns freed memory soon. The service that stores readings and answers long
 * lists keeps Node's settings: more collections would delay every reading at high rates, and take a third of the time of a
 * long answer.
 */
const SMALL_HEAPS = ['--max-semi-space-size=4', '--heap-growing-percent=100'];
const THRIFTY = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '262144',
  MALLOC_MMAP_THRESHOLD_: '1048576',
};

/** How to start a service and check its health. */
export const serviceProcess = (
  service: Service,
  installation: Installation,
  entry = entryOf(service.name),
): Runnable => processWith(service, environmentOf(service, installation), entry);

/** A service's process with given environment variables. */
export function processWith(
  service: Service,
  env: Readonly<Record<string, string>>,
  entry = entryOf(service.name),
): Runnable {
  const health = `http://127.0.0.1:${env['HEALTH_PORT']}/health`;
  const readiness = new ServiceHealth(service.name, `${health}/ready`);
  return {
    name: service.name,
    command: [process.execPath, ...(service.mayGrow ? [] : SMALL_HEAPS), entry],
    cwd: CHECKOUT,
    env,
    ready: (say) => readiness.isReady(say),
    alive: () => answersOk(`${health}/live`),
    // A service loses nothing by SIGKILL.
    onLauncherDeath: 'SIGKILL',
    stopWithinMs: 3_500,
  };
}

/** The environment variables of a service. */
export const environmentOf = (service: Service, installation: Installation): Record<string, string> => {
  const { options, ports, addresses } = installation;
  return withoutGaps({
    NODE_ENV: 'production',
    // A cache of compiled code makes the next start faster.
    NODE_COMPILE_CACHE: join(CHECKOUT, '.cache', 'compiled'),
    ...THRIFTY,
    NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'],
    ...drilledClock(),
    HEALTH_PORT: ports[healthPortOf(service.name)],
    NATS_URL: addresses.natsUrl,
    LOG_LEVEL: options.LOG_LEVEL,
    TIMEZONE: options.TIMEZONE,
    ...passed(service),
    ...service.env(installation),
  });
};

/** Services get the clock that a drill has set for the launcher (libfaketime). */
const drilledClock = (): Environment =>
  process.env['FAKETIME_TIMESTAMP_FILE'] === undefined
    ? {}
    : Object.fromEntries(
        Object.entries(process.env).filter(([name]) => name === 'LD_PRELOAD' || name.startsWith('FAKETIME_')),
      );

const passed = ({ passes = [] }: Service): Environment =>
  Object.fromEntries(passes.map((name) => [name, process.env[name] || undefined]));

export const entryOf = (service: string): string => join(CHECKOUT, 'apps', service, 'dist/bundle/main.js');

const withoutGaps = (environment: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
