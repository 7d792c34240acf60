// One device that sends at a given rate, in a process of its own, so that it does not disturb measurements.
import type { MqttLogin } from '@telemon/contracts/devices/devices';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { answerParent } from '../../bench/forked-program.ts';
import { valueOf } from '../fleet/crossings.ts';

export type FastRequest =
  | {
      readonly kind: 'begin';
      readonly port: number;
      readonly login: MqttLogin;
      /** Readings a second. */
      readonly rate: number;
      readonly firstSeq: number;
    }
  | { readonly kind: 'end' };

export interface FastDone {
  /** The number after the last sent one. */
  readonly end: number;
  readonly acknowledged: readonly number[];
}

const TICK_MS = 5;

let device: MqttDevice;
let timer: NodeJS.Timeout;
let next = 0;
const acknowledged: number[] = [];

async function answer(request: FastRequest): Promise<FastDone> {
  if (request.kind === 'end') {
    clearInterval(timer);
    device.end();
    return { end: next, acknowledged };
  }
  const { port, login, rate, firstSeq } = request;
  device = await MqttDevice.connect(port, login);
  next = firstSeq;
  const from = performance.now();
  timer = setInterval(() => {
    const due = firstSeq + Math.floor(((performance.now() - from) / 1_000) * rate);
    while (next < due) send(next++);
  }, TICK_MS);
  return { end: next, acknowledged };
}

function send(seq: number): void {
  const reading = { TC1: valueOf(seq), TC2: seq, seq, timestamp: Date.now() };
  void device.send(reading).then(() => acknowledged.push(seq));
}

answerParent(answer);
