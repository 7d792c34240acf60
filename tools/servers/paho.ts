import { join } from 'node:path';
import { apt } from './clients.ts';
import { Problem } from './problem.ts';
import type { Say } from './progress.ts';
import { find } from './run.ts';
import { type Wheel, fetchWheel, keptWheel } from './wheel.ts';

const PAHO: Wheel = {
  name: 'paho-mqtt',
  version: '2.2.0',
  sha256: '3243630f7c2b05f71d1de8c6f59865eb04d3a59ae8c866e92377faed6753db4d',
  program: 'paho/mqtt/client.py',
  server: "Paho's MQTT client for Python",
  brew: 'python',
};

export interface Paho {
  readonly python: string;
  /** The environment variables with which Python finds it. */
  readonly env: Readonly<Record<string, string>>;
}

/** Eclipse Paho's MQTT client for the tests, fetched if missing. @throws Problem */
export async function bringPaho(say: Say): Promise<Paho> {
  const python = find('python3') ?? find('python');
  if (python === null) throw new Problem(`Python is missing: ${apt('python3')}`);
  const program = (await keptWheel(PAHO)) ?? (await fetchWheel(PAHO, say));
  const env = { PYTHONPATH: join(program, '../../..'), PYTHONDONTWRITEBYTECODE: '1' };
  return { python, env };
}
