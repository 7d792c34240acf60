/**
 * Without the condition of our own packages, under which the parser would resolve to its TypeScript sources.
 * @jest-environment-options {"customExportConditions": ["node", "import"]}
 */
import { describe, expect, it, jest } from '@jest/globals';
import { FakeStream } from '../../testing/fake-stream.ts';
import {
  FIRST_RETRY_MS,
  LONGEST_RETRY_MS,
  LiveStream,
  QUIET_LOSS_MS,
  STALE_AFTER_MS,
  retryAfterMs,
  type StreamEvent,
  type StreamState,
} from './stream.ts';

const body = (...parts: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });

const status = (deviceName: string, value: 0 | 1) =>
  JSON.stringify({ deviceName, change: 'status', status: value, silentSince: null });

/** A stream on the given connections; stops after the last. */
const streamOf = (connections: ((signal: AbortSignal) => Response | Promise<Response>)[]) => {
  const events: StreamEvent[] = [];
  const states: StreamState['kind'][] = [];
  const waits: number[] = [];
  const opened: (string | null)[] = [];
  let missed = 0;
  const clock = { now: 0 };
  const stream: LiveStream = new LiveStream({
    open: async (lastEventId, signal) => {
      opened.push(lastEventId);
      const connection = connections[opened.length - 1];
      if (connection) return connection(signal);
      stream.stop();
      throw new Error('no more');
    },
    onEvent: (event) => void events.push(event),
    onState: ({ kind }) => void states.push(kind),
    onMissed: () => {
      missed += 1;
    },
    now: () => clock.now,
    wait: async (ms) => void waits.push(ms),
    random: () => 1,
  });
  return { stream, events, states, waits, opened, clock, missed: () => missed };
};

describe('the live stream', () => {
  it('passes on known events, in any chunks', async () => {
    const { stream, events } = streamOf([
      () =>
        new Response(body('event: dev', `ice\ndata: ${status('a', 1)}\n`, '\nevent: other\ndata: {}\n\n')),
    ]);
    await stream.run();
    expect(events).toEqual([
      { event: 'device', data: { deviceName: 'a', change: 'status', status: 1, silentSince: null } },
    ]);
  });

  it('continues after the last event or heartbeat when it reconnects', async () => {
    const { stream, opened, missed, states } = streamOf([
      () => new Response(body(`id: 7\nevent: device\ndata: ${status('a', 1)}\n\n`)),
      () => new Response(body(': alive\nid: 9\n\n')),
    ]);
    await stream.run();
    expect(opened).toEqual([null, '7', '9']);
    expect(missed()).toBe(1);
    expect(states).toEqual(['live', 'live']);
  });

  it('reports missed events when it opens first, and after a reset by the server', async () => {
    const { stream, missed } = streamOf([
      () => new Response(body('id: 1\n\n')),
      () => new Response(body('id: 1\nevent: reset\ndata: {}\n\n')),
    ]);
    await stream.run();
    expect(missed()).toBe(2);
  });

  it('ignores an event that cannot be parsed', async () => {
    const { stream, events } = streamOf([
      () => new Response(body(`event: device\ndata: {broken\n\nevent: device\ndata: ${status('b', 0)}\n\n`)),
    ]);
    const error = console.error;
    console.error = () => {};
    await stream.run().finally(() => {
      console.error = error;
    });
    expect(events).toHaveLength(1);
  });

  it("waits longer after each failure, or for the server's Retry-After", async () => {
    const refused = () => new Response(null, { status: 503 });
    const limited = () => new Response(null, { status: 429, headers: { 'Retry-After': '12' } });
    const { stream, waits } = streamOf([refused, refused, limited, refused]);
    await stream.run();
    expect(waits).toEqual([FIRST_RETRY_MS, FIRST_RETRY_MS * 2, 12_000, FIRST_RETRY_MS * 8]);
  });

  it('hides a short loss, then reports reconnecting, then stale', async () => {
    const { stream, states, clock } = streamOf([() => new Response(body())]);
    await stream.run();
    stream.reportState();
    clock.now = QUIET_LOSS_MS;
    stream.reportState();
    clock.now = STALE_AFTER_MS;
    stream.reportState();
    expect(states).toEqual(['live', 'reconnecting', 'stale']);
  });

  it('reconnects after 12 s without a byte', async () => {
    jest.useFakeTimers();
    const line = new FakeStream();
    const silent = (signal: AbortSignal) => line.open(signal);
    const { stream, opened } = streamOf([silent, silent]);
    const running = stream.run();
    await jest.advanceTimersByTimeAsync(11_900);
    line.write(': alive\n\n');
    await jest.advanceTimersByTimeAsync(11_900);
    expect(opened).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(200);
    expect(opened).toHaveLength(2);
    stream.stop();
    await running;
    jest.useRealTimers();
  });

  it('limits the pause, with a random part', () => {
    expect(retryAfterMs(50, () => 1)).toBe(LONGEST_RETRY_MS);
    expect(retryAfterMs(0, () => 0)).toBe(FIRST_RETRY_MS / 2);
  });
});
