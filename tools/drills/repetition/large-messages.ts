import { setTimeout as delay } from 'node:timers/promises';
import { chance } from '../../simulate/random.ts';
import { judge, type Tried } from '../drill.ts';
import { crossingsIn, valueOf } from '../fleet/crossings.ts';
import { Fleet } from '../fleet/fleet.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { compareWithClean, SAME, type Expected } from './comparison.ts';
import { sendAll, type Planned, type Schedule } from './planned.ts';

/** One device sends a `seq` beside each timestamp, the other only the timestamp. */
const DEVICES = 2;
const MESSAGES = 3;
/**
 * More readings than alerting remembers of a device (1,024), in less than 256 KB. The set point lies between the last reading of one
 * message and the first of another, or not, depending on their order.
 */
const READINGS = 3_015;
const CLEAN_READINGS = 100;
const CLEAN_EVERY_MS = 20;
/** Time between two readings: all are measured within fifteen minutes, so that none is late. */
const MEASURED_EVERY_MS = 50;
const COPIES = 3;
/** Largest delay of a copy. */
const WITHIN_MS = 20_000;

const SEQS = Array.from({ length: MESSAGES * READINGS }, (_, seq) => seq);

/**
 * Devices send their readings in a few large messages, each three times and shuffled. The end state must equal that of a device that
 * sent them in many small ones, once and in order. Alerts follow the order in which the first copies arrive.
 * @param kills Whether the devices service is killed meanwhile, and so announces readings once more that alerting has forgotten.
 */
export async function tryLargeMessages(
  installation: DrillInstallation,
  seed: number,
  { kills }: { kills: boolean },
): Promise<Tried> {
  const clean = await Fleet.make(installation, DEVICES);
  const fleet = await Fleet.make(installation, DEVICES);
  const newest = Date.now();
  const readingsOf = (seqs: readonly number[], number: number) =>
    seqs.map((seq) => {
      const values = {
        TC1: valueOf(seq),
        TC2: seq,
        timestamp: newest - (SEQS.length - seq) * MEASURED_EVERY_MS,
      };
      return number % 2 === 0 ? { ...values, seq } : values;
    });
  await sendAll(
    installation,
    clean.devices.map(({ login }, number): Schedule => {
      const payloads = piecesOf(SEQS, CLEAN_READINGS).map((seqs) => readingsOf(seqs, number));
      return {
        login,
        messages: payloads.map((payload, index) => ({ atMs: index * CLEAN_EVERY_MS, payload })),
      };
    }),
  );
  const copies = fleet.devices.map((_device, number) => shuffledCopies(seed + number));
  const sent = sendAll(
    installation,
    fleet.devices.map(({ login }, number): Schedule => {
      const payloads = piecesOf(SEQS, READINGS).map((seqs) => JSON.stringify(readingsOf(seqs, number)));
      const messages = copies[number]!.map(({ atMs, message }): Planned => ({
        atMs,
        payload: payloads[message],
      }));
      return { login, messages };
    }),
  );
  if (kills) {
    await delay(chance(seed, SEQS.length) * WITHIN_MS);
    await installation.product.killAndAwait('devices');
  }
  await sent;
  const expected = fleet.devices.map((device, number): Expected => {
    const order = [...new Set(copies[number]!.map(({ message }) => message))];
    const pieces = piecesOf(SEQS, READINGS);
    return {
      device,
      first: 0,
      seqs: SEQS,
      crossings: crossingsIn(order.flatMap((message) => pieces[message]!)),
      clean: clean.devices[number]!,
    };
  });
  const counts = {
    messages: DEVICES * MESSAGES * COPIES,
    ...(await compareWithClean(installation, fleet, expected)),
  };
  const fault = `each message of ${READINGS} readings ${COPIES} times, all shuffled within ${WITHIN_MS / 1_000} s`;
  return judge(kills ? `${fault}, and devices killed meanwhile` : fault, counts, SAME);
}

/** The copies of all messages in their order. Only the first message keeps its place, as with messages of one reading. */
function shuffledCopies(seed: number): { atMs: number; message: number }[] {
  const numbers = Array.from({ length: MESSAGES * COPIES }, (_, number) => number);
  return numbers
    .map((number) => ({
      atMs: number === 0 ? 0 : chance(seed, number) * WITHIN_MS,
      message: Math.floor(number / COPIES),
    }))
    .toSorted((one, other) => one.atMs - other.atMs);
}

const piecesOf = (seqs: readonly number[], size: number): number[][] =>
  Array.from({ length: Math.ceil(seqs.length / size) }, (_, piece) =>
    seqs.slice(piece * size, (piece + 1) * size),
  );
