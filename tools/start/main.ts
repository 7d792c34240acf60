import { shown } from '../servers/problem.ts';
import { buildChanged } from './build.ts';
import { launch } from './launch.ts';
import { HELP, readOptions } from './options.ts';
import { SERVICES } from './services.ts';
import { stopSignal } from './stop-signal.ts';

/** Runs Telemon until a signal; returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    const options = readOptions(args, process.env);
    if (options === null) {
      console.log(HELP);
      return 0;
    }
    await launch({
      options,
      services: SERVICES,
      build: buildChanged,
      say: console.log,
      beganAt: Number(process.env['TELEMON_BEGAN_AT'] ?? Date.now()),
      stop: stopSignal(),
    });
    return 0;
  } catch (error) {
    console.error(shown(error));
    return 1;
  }
}
