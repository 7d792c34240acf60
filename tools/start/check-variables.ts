import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { Problem } from '../servers/problem.ts';
import { isSecret } from './options.ts';
import { type Installation, type Service } from './services.ts';
import { environmentOf, entryOf } from './service-process.ts';

/** The schema of a service's variables, from the compiled `config.ts` beside its bundle; null if it has none. */
async function variablesOf(entry: string): Promise<z.ZodObject | null> {
  const file = join(dirname(entry), '../config.js');
  if (!existsSync(file)) return null;
  const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  return Object.values(module).find((value) => value instanceof z.ZodObject) ?? null;
}

/**
 * Checks the variables that are passed on to services with the services' own schemas, before any service starts.
 * @throws Problem with a line for each wrong variable
 */
export async function checkVariables(
  services: readonly Service[],
  installation: Installation,
  entryFor: (service: string) => string = entryOf,
): Promise<void> {
  const lines = new Set<string>();
  for (const service of services) {
    const environment = environmentOf(service, installation);
    const result = (await variablesOf(entryFor(service.name)))?.safeParse(environment);
    for (const { path, message } of result?.error?.issues ?? []) {
      const name = String(path[0]);
      const shown = isSecret(name) ? name : `${name}=${environment[name] ?? ''}`;
      if (service.passes?.includes(name)) lines.add(`${shown} ${message}`);
    }
  }
  if (lines.size > 0) throw new Problem([...lines].join('\n'));
}
