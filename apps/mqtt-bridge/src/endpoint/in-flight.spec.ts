import { beforeEach, describe, expect, it } from '@jest/globals';
import type { TelemetryMessage } from '@telemon/edge/telemetry-writer';
import { InFlight } from './in-flight.ts';
import { ACKNOWLEDGEMENT } from './packets.ts';
import { REASONS, type Reason } from './reasons.ts';
import { Traffic } from './traffic.ts';

const { puback, pubrec } = ACKNOWLEDGEMENT;

describe('messages under way', () => {
  let sent: [kind: number, packetId: number, code: number][];
  let inFlight: InFlight;
  const add = (qos: 1 | 2, packetId: number): TelemetryMessage =>
    inFlight.add(Buffer.from('{}'), 0, qos, packetId);

  beforeEach(() => {
    sent = [];
    const acknowledge = (kind: number, packetId: number, refusal: Reason | null) =>
      void sent.push([kind, packetId, refusal?.code ?? 0]);
    inFlight = new InFlight(
      { deviceName: 'pump01', deviceKey: 1 },
      { acknowledge, answered: () => undefined },
      new Traffic(),
    );
  });

  it('are answered in the order in which they came, not in the order of storing', () => {
    const [first, second, third] = [add(1, 5), add(2, 9), add(1, 2)];
    third.settle('stored');
    second.settle('stored');
    expect(sent).toEqual([]);
    first.settle('stored');
    expect(sent).toEqual([
      [puback, 5, 0],
      [pubrec, 9, 0],
      [puback, 2, 0],
    ]);
    expect(inFlight.count).toBe(0);
    expect(inFlight.bytes).toBe(0);
  });

  it('are answered in order even if one of them is refused', () => {
    const first = add(1, 1);
    inFlight.answerUnstored(1, 2, REASONS.notAuthorized);
    expect(sent).toEqual([]);
    first.settle('stored');
    expect(sent).toEqual([
      [puback, 1, 0],
      [puback, 2, 0x87],
    ]);
  });

  it('get an error code if they can never be stored', () => {
    add(1, 1).settle('refused');
    expect(sent).toEqual([[puback, 1, 0x83]]);
  });

  it('are recognized when they are sent again', () => {
    expect(inFlight.takeCopy(1, 3)).toBe(false);
    const message = add(1, 3);
    expect(inFlight.takeCopy(1, 3)).toBe(true);
    message.settle('stored');
    expect(sent).toEqual([[puback, 3, 0]]);
    expect(inFlight.takeCopy(1, 3)).toBe(false);
  });

  it('are not stored again with QoS 2 until they are released', () => {
    const message = add(2, 4);
    expect(inFlight.takeCopy(2, 4)).toBe(true);
    message.settle('stored');
    expect(inFlight.takeCopy(2, 4)).toBe(true);
    expect(sent).toEqual([
      [pubrec, 4, 0],
      [pubrec, 4, 0],
    ]);
    expect(inFlight.release(4)).toBe(true);
    expect(inFlight.release(4)).toBe(false);
    expect(inFlight.takeCopy(2, 4)).toBe(false);
  });
});
