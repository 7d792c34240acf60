// Sends datagrams at a steady rate, in a process of its own.
import { createSocket, type Socket } from 'node:dgram';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { answerParent } from '../forked-program.ts';

export interface SendRequest {
  readonly port: number;
  readonly perSecond: number;
  readonly seconds: number;
  /** The names in the datagrams, in turn; each socket always sends the same ones. */
  readonly names: readonly string[];
  /** How many ports they come from. */
  readonly sources: number;
  /** Whether they are other ports than before, as after devices have started anew; else they are the same. */
  readonly areNew: boolean;
  /** The values in each datagram, as text behind the name. */
  readonly values: string;
}

export interface Sent {
  readonly sent: number;
  /** On a busy machine, it may be lower than the wanted rate. */
  readonly perSecond: number;
}

/** Datagrams in one turn of the event loop: after a stall, the sender catches up in steps. */
const MOST_AT_ONCE = 500;

/** A process sends to one port. */
const kept: Socket[] = [];

answerParent<SendRequest, Sent>(async ({ port, perSecond, seconds, names, sources, areNew, values }) => {
  if (areNew) for (const socket of kept.splice(0)) socket.close();
  while (kept.length < sources) kept.push(await connected(port));
  const sockets = kept.slice(0, sources);
  const datagrams = names.map((name) => Buffer.from(`${name},${values}`));
  const begun = performance.now();
  let sent = 0;
  for (;;) {
    const elapsed = (performance.now() - begun) / 1_000;
    if (elapsed >= seconds) break;
    const due = Math.min(MOST_AT_ONCE, Math.floor(elapsed * perSecond) - sent);
    for (let number = 0; number < due; number++, sent++) {
      const place = sent % datagrams.length;
      sockets[place % sources]!.send(datagrams[place]!);
    }
    // Waiting in a loop would take a core from Telemon.
    await (due < MOST_AT_ONCE ? delay(1) : nextTurn());
  }
  const elapsed = (performance.now() - begun) / 1_000;
  return { sent, perSecond: Math.round(sent / elapsed) };
});

async function connected(port: number): Promise<Socket> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.connect(port, '127.0.0.1', resolve));
  return socket;
}
