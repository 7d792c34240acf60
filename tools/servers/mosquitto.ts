import { aptInstall } from './clients.ts';
import { Problem } from './problem.ts';
import { step, type Say } from './progress.ts';
import { find } from './run.ts';

/** Debian installs the broker to a folder that is only on root's PATH. */
const installed = () => ({
  broker: find('mosquitto') ?? find('/usr/sbin/mosquitto'),
  publish: find('mosquitto_pub'),
  subscribe: find('mosquitto_sub'),
});

export interface Mosquitto {
  readonly broker: string;
  readonly publish: string;
  readonly subscribe: string;
}

/** Mosquitto's broker and clients for the tests, installed if missing. @throws Problem */
export async function bringMosquitto(say: Say): Promise<Mosquitto> {
  const isWhole = (found: ReturnType<typeof installed>): found is Mosquitto =>
    Object.values(found).every((path) => path !== null);
  const found = installed();
  if (isWhole(found)) return found;
  try {
    await step(say, 'Installing Mosquitto', () => aptInstall('mosquitto', 'mosquitto-clients'));
  } catch (error) {
    throw new Problem(`Mosquitto is missing. ${(error as Error).message}`, { cause: error });
  }
  const brought = installed();
  if (!isWhole(brought)) throw new Problem('Mosquitto was installed, but is not on the PATH.');
  return brought;
}
