import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { RunningProduct } from './whole-product.ts';

let folder: string;
let product: RunningProduct;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'telemon-running-'));
  mkdirSync(join(folder, 'run'));
  writeFileSync(join(folder, 'addresses.json'), '{}');
  writeFileSync(join(folder, 'run', 'devices.json'), '{"pid":11}');
  // Listed, and not there when it is read, as the file of a process that ends between the two.
  symlinkSync(join(folder, 'gone'), join(folder, 'run', 'nats.json'));
  product = new RunningProduct(folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

it('finds the processes that run while others end', () => {
  expect(product.pid('devices')).toBe(11);
  expect(product.pids()).toEqual(new Map([['devices', 11]]));
});

it('says that a process does not run', () => {
  expect(product.findPid('nats')).toBeUndefined();
  expect(() => product.pid('nats')).toThrow('nats does not run');
});
