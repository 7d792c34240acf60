import { WholeProduct } from '@telemon/testing/whole-product';
import { fileURLToPath } from 'node:url';
import { step, type Say } from '../../servers/progress.ts';
import { ForkedProgram } from '../forked-program.ts';
import { RunningSides } from '../running-sides.ts';
import type { Sent, SendRequest } from './sender.ts';

const SENDER = fileURLToPath(new URL('./sender.ts', import.meta.url));

const running = new RunningSides();
const programs = new Set<{ end(): void }>();

/** Ends everything that was started. */
export const stop = async (): Promise<void> => {
  endPrograms();
  await running.stopAll();
};

/** Does some work on an installation, then stops it and the programs that were started meanwhile. */
export async function runningInstallation<Result>(
  say: Say,
  settings: Readonly<Record<string, string>>,
  work: (product: WholeProduct) => Promise<Result>,
): Promise<Result> {
  const product = await running.started(step(say, 'Starting Telemon', () => WholeProduct.start(settings)));
  const stopProduct = async () => void (await product.stop());
  running.remember(stopProduct);
  try {
    return await work(product);
  } finally {
    endPrograms();
    running.forget(stopProduct);
    await stopProduct();
  }
}

/** Remembers a program that ends with the installation. */
export function beside<Program extends { end(): void }>(program: Program): Program {
  programs.add(program);
  return program;
}

/** A program that sends datagrams. */
export const newSender = () => beside(new ForkedProgram<SendRequest, Sent>(SENDER));

const endPrograms = (): void => {
  for (const program of programs) program.end();
  programs.clear();
};
