// The demo fleet: makes it in an empty installation, and sends its history and its current readings.
import { watchFile } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type Demo, FleetRemoved, demoFileOf, readDemo, saveDemo, writeDemo } from './demo-file.ts';
import { DEVICES } from './fleet.ts';
import { Portal, PortalRefusal } from './portal.ts';
import { say } from './say.ts';
import { type Settings, readSettings } from './settings.ts';
import { Simulator } from './simulator.ts';

const LOOK_AT_FILE_EVERY_MS = 1_000;
const STOP_WITHIN_MS = 2_000;

/** Imported on demand: later starts make nothing, and save the memory. */
const loadMaking = () => import('./make.ts');

/** The existing or a new fleet; null if none is wanted. */
const wantedDemo = async (settings: Settings, portal: Portal): Promise<Demo | null> => {
  const { dataFolder } = settings;
  const demo = readDemo(dataFolder);
  if (settings.demo === 'off') return null;
  if (demo && demo.state !== 'removed') return demo;
  const { isEmpty, newDemo } = await loadMaking();
  if (settings.demo === 'auto' && (demo || !(await isEmpty(portal)))) return null;
  const made = newDemo(Date.now());
  writeDemo(dataFolder, made);
  return made;
};

const run = async (settings: Settings, onSimulator: (simulator: Simulator) => void): Promise<void> => {
  const { gatewayUrl, adminEmail, adminPassword, dataFolder, ports } = settings;
  const portal = new Portal(gatewayUrl, { email: adminEmail, password: adminPassword });
  const demo = await wantedDemo(settings, portal);
  if (!demo) return say('info', 'no demo fleet wanted');
  const save = () => saveDemo(dataFolder, demo);
  if (demo.state === 'making') {
    const { makeFleet } = await loadMaking();
    await makeFleet({ portal, demo, save });
    demo.state = 'made';
    demo.liveFrom = Date.now();
    save();
    say('info', 'demo fleet made', { devices: DEVICES.length });
  }
  const removed = Promise.withResolvers<never>();
  watchFile(demoFileOf(dataFolder), { interval: LOOK_AT_FILE_EVERY_MS }, () => {
    if (readDemo(dataFolder)?.state === 'removed') removed.reject(new FleetRemoved());
  });
  const simulator = new Simulator(ports, demo, save);
  onSimulator(simulator);
  say('info', 'demo fleet sends', { devices: DEVICES.length });
  await Promise.race([simulator.run(), removed.promise]);
  await removed.promise;
};

const main = async (): Promise<void> => {
  let simulator: Simulator | undefined;
  const end = async (code: number): Promise<never> => {
    await Promise.race([simulator?.stop(), delay(STOP_WITHIN_MS)]);
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void end(0));
  try {
    await run(readSettings(process.env), (running) => {
      simulator = running;
    });
    await end(0);
  } catch (error) {
    if (error instanceof FleetRemoved) {
      say('info', 'demo fleet removed');
      await end(0);
    }
    const { message } = error as Error;
    // A retry would not help; exit code 0 prevents a restart.
    if (error instanceof PortalRefusal) {
      say('warn', `demo fleet not made: ${message}`, { status: error.status });
      await end(0);
    }
    say('fatal', message);
    await end(1);
  }
};

await main();
