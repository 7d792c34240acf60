import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ServiceProcess } from './service-process.ts';

let folder: string;
const program = (text: string): string => {
  const path = join(folder, `service-${Math.random()}.mjs`);
  writeFileSync(path, text);
  return path;
};
const ANSWERS = `
  import { createServer } from 'node:http';
  createServer((_, response) => response.end()).listen(Number(process.env.HEALTH_PORT), '127.0.0.1');
  process.on('SIGTERM', () => process.exit(0));
  console.log('up with', process.env.COLOUR);
`;

beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'telemon-service-'))));
afterAll(() => rmSync(folder, { recursive: true }));

it('a service process runs a service that can be killed, started again and stopped', async () => {
  const service = await ServiceProcess.start('fake', { entry: program(ANSWERS), env: { COLOUR: 'green' } });
  const first = service.pid;
  await service.kill();
  await expect(service.isReady()).rejects.toThrow();
  await service.startAgain();
  expect(service.pid).not.toBe(first);
  expect(await service.stop()).toBe(0);
  expect(service.output).toBe('up with green\nup with green\n');
});

it('a service process shows the output of a service that does not start', async () => {
  const starting = ServiceProcess.start('fake', {
    entry: program(`console.error('PORT should be a number'); process.exit(78)`),
  });
  await expect(starting).rejects.toThrow('fake ended with 78. It wrote:\nPORT should be a number\n');
});
