import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall } from './clients.ts';
import { Problem } from './problem.ts';
import { step, type Say } from './progress.ts';

/** The variant for threads, which Node, MongoDB and Kafka use. */
const NAME = 'faketime/libfaketimeMT.so.1';
const LIBRARIES = '/usr/lib';

/** Debian has a library folder for each architecture. */
const installed = (): string | null =>
  [LIBRARIES, ...readdirSync(LIBRARIES).map((folder) => join(LIBRARIES, folder))]
    .map((folder) => join(folder, NAME))
    .find((path) => existsSync(path)) ?? null;

/** Returns the path of the library that fakes clocks, installed if missing. @throws Problem */
export async function bringFaketime(say: Say): Promise<string> {
  const path = process.env['FAKETIME_LIBRARY'] || installed();
  if (path !== null) return path;
  try {
    await step(say, 'Installing libfaketime', () => aptInstall('libfaketime'));
  } catch (error) {
    throw new Problem(
      `libfaketime is missing. ${(error as Error).message} · Or set FAKETIME_LIBRARY to its path.`,
      { cause: error },
    );
  }
  const brought = installed();
  if (brought === null)
    throw new Problem(
      `libfaketime was installed, but is not in ${LIBRARIES}. Set FAKETIME_LIBRARY to its path.`,
    );
  return brought;
}
