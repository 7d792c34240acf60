// Some thousand devices in a process of their own: each sends numbered readings, and reconnects whenever its connection is lost.
import { setTimeout as delay } from 'node:timers/promises';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import { answerParent } from '../../bench/forked-program.ts';
import type { FleetAnswer, FleetRequest } from './fleet-messages.ts';

/** Devices wait a little before they try again. */
const RECONNECT_AFTER_MS = 1_000;
/** An address has some 28,000 ports, and a connection that has ended keeps its port for a minute. */
const LOCAL_ADDRESSES = 16;
const SENDS_EVERY_MS = 20;
/** First connections under way at once: the fleet is not all there at once only to begin with. */
const AT_ONCE = 200;
const BACK_WITHIN_MS = 120_000;
const ACKNOWLEDGED_WITHIN_MS = 120_000;

let devices: MqttDevice[] = [];
let sent: { end: number; acknowledged: number[] }[] = [];
let sending: NodeJS.Timeout | undefined;

answerParent<FleetRequest, FleetAnswer>(async (request) => {
  switch (request.kind) {
    case 'connect':
      return connectAll(request);
    case 'connect-anew':
      for (const device of devices) device.connectAnew(request.port);
      return {};
    case 'await-back':
      return awaitBack(request.since);
    case 'finish':
      clearInterval(sending);
      await until(() => sent.every(({ end, acknowledged }) => acknowledged.length === end), {
        timeoutMs: ACKNOWLEDGED_WITHIN_MS,
        what: 'the last acknowledgement',
      });
      return { sent };
    case 'disconnect':
      for (const device of devices) device.end();
      return {};
  }
});

async function connectAll({
  port,
  logins,
  perSecond,
}: FleetRequest & { kind: 'connect' }): Promise<FleetAnswer> {
  devices = [];
  sent = logins.map(() => ({ end: 0, acknowledged: [] }));
  let next = 0;
  const connectSome = async () => {
    for (let place = next++; place < logins.length; place = next++)
      devices[place] = await MqttDevice.connect(port, logins[place]!, {
        reconnectAfterMs: RECONNECT_AFTER_MS,
        localAddress: `127.0.0.${2 + (place % LOCAL_ADDRESSES)}`,
      });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, connectSome));
  const from = performance.now();
  let count = 0;
  sending = setInterval(() => {
    const due = Math.floor(((performance.now() - from) * perSecond) / 1_000);
    while (count < due) send(count++ % devices.length);
  }, SENDS_EVERY_MS);
  return {};
}

function send(place: number): void {
  const ofDevice = sent[place]!;
  const seq = ofDevice.end++;
  void devices[place]!.send({ TC1: seq, seq, timestamp: Date.now() }).then(() =>
    ofDevice.acknowledged.push(seq),
  );
}

async function awaitBack(since: number): Promise<FleetAnswer> {
  const isAway = ({ isConnected, signedInAt }: MqttDevice) => !isConnected || signedInAt < since;
  const deadline = performance.now() + BACK_WITHIN_MS;
  while (
    performance.now() < deadline &&
    devices.some((device) => isAway(device) || device.formerConnections > 0)
  )
    await delay(20);
  return {
    lastSignedInAt: devices.reduce((last, { signedInAt }) => Math.max(last, signedInAt), 0),
    away: devices.filter(isAway).length,
    stayed: devices.reduce((sum, { formerConnections }) => sum + formerConnections, 0),
  };
}
