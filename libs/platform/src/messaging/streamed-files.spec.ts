import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type NatsConnection, headers } from '@nats-io/transport-node';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import { buffer } from 'node:stream/consumers';
import { Lifecycle } from '../lifecycle.ts';
import { MOST_UNANSWERED, PART_BYTES } from './file-parts.ts';
import { FileBroken, IncomingFile } from './incoming-file.ts';
import { connectNats } from './nats.ts';
import type { OutgoingFile } from './outgoing-file.ts';
import { OutgoingFiles } from './outgoing-files.ts';

const PIECE = 100_000;

let ofService: NatsConnection;
let ofGateway: NatsConnection;
let lifecycle: Lifecycle;
let files: OutgoingFiles;

beforeAll(async () => {
  [ofService, ofGateway] = await Promise.all([
    connectNats(servers().natsUrl, 'file-sender'),
    connectNats(servers().natsUrl, 'file-receiver'),
  ]);
  lifecycle = new Lifecycle();
  files = new OutgoingFiles(ofService, lifecycle);
});
afterAll(async () => {
  await Promise.all([ofService.close(), ofGateway.close()]);
});

/** Streams a file. @returns how it ended */
const stream = async (to: IncomingFile, write: (file: OutgoingFile) => Promise<void>) => {
  const state = { ended: undefined as string | undefined };
  await ofGateway.flush();
  files.start(to.inbox, {}, async (file) => {
    try {
      await write(file);
      state.ended = 'written';
    } catch (error) {
      state.ended = (error as Error).name;
      throw error;
    }
  });
  return state;
};
/** A piece whose bytes show its number. */
const piece = (number: number) => new Uint8Array(PIECE).fill(number % 251);

describe('a file that a service streams', () => {
  it('comes whole, in its order and in bounded parts', async () => {
    const incoming = new IncomingFile(ofGateway);
    await stream(incoming, async (file) => {
      for (let number = 0; number < 30; number++) await file.write(piece(number));
    });
    const parts: Buffer[] = [];
    for await (const part of incoming.parts()) parts.push(Buffer.from(part));
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(PART_BYTES);
    const sent = Buffer.concat(Array.from({ length: 30 }, (_, number) => piece(number)));
    expect(Buffer.concat(parts).equals(sent)).toBe(true);
  });

  it('may be empty', async () => {
    const incoming = new IncomingFile(ofGateway);
    await stream(incoming, async () => undefined);
    expect(await buffer(incoming.parts())).toHaveLength(0);
  });

  it('is written no faster than it is read', async () => {
    const incoming = new IncomingFile(ofGateway);
    let written = 0;
    const state = await stream(incoming, async (file) => {
      for (; written < 100; written++) await file.write(piece(written));
    });
    const most = ((MOST_UNANSWERED + 2) * PART_BYTES) / PIECE;
    let read = 0;
    for await (const part of incoming.parts()) {
      await until(() => written > 0);
      await ofService.flush();
      expect(written * PIECE - read).toBeLessThanOrEqual(most * PIECE);
      read += part.length;
    }
    expect(read).toBe(100 * PIECE);
    expect(state.ended).toBe('written');
  });

  it('arrives part by part while the service still writes it', async () => {
    const incoming = new IncomingFile(ofGateway);
    const more = Promise.withResolvers<void>();
    await stream(incoming, async (file) => {
      await file.write(new Uint8Array([1, 2, 3]));
      await more.promise;
    });
    const parts = incoming.parts();
    expect([...(await parts.next()).value!]).toEqual([1, 2, 3]);
    more.resolve();
    expect((await parts.next()).done).toBe(true);
  });

  it('is written no further once the reader leaves', async () => {
    const incoming = new IncomingFile(ofGateway);
    let written = 0;
    const state = await stream(incoming, async (file) => {
      for (; ; written++) await file.write(piece(written));
    });
    for await (const _part of incoming.parts()) break;
    await until(() => state.ended !== undefined);
    expect(state.ended).toBe('ReceiverGone');
    expect(written).toBeLessThan(50);
  });

  it('is written no further once the process of the reader is gone', async () => {
    const gone = await connectNats(servers().natsUrl, 'file-receiver-gone');
    const incoming = new IncomingFile(gone);
    await gone.flush();
    const state = await stream(incoming, async (file) => {
      await new Promise((_resolve, reject) =>
        file.signal.addEventListener('abort', () => reject(file.signal.reason as Error)),
      );
    });
    await gone.close();
    await until(() => state.ended !== undefined);
    expect(state.ended).toBe('ReceiverGone');
    incoming.close(new Error('left'));
  });

  it('may be an answer in parts, as JSON', async () => {
    const incoming = new IncomingFile(ofGateway);
    await ofGateway.flush();
    const parts = async function* () {
      for (const rows of [[], [1, 2], [3]]) yield { rows };
    };
    files.answer(incoming.inbox, {}, parts);
    expect(JSON.parse((await buffer(incoming.parts())).toString())).toEqual({ rows: [1, 2, 3] });
    expect(() => files.answer(undefined, {}, parts)).toThrow('inbox');
  });

  it('ends with an error for the reader if the service fails, or stops', async () => {
    const failing = new IncomingFile(ofGateway);
    await stream(failing, async (file) => {
      await file.write(piece(1));
      throw new Error('the database is away');
    });
    await expect(buffer(failing.parts())).rejects.toThrow(FileBroken);

    const stopped = new IncomingFile(ofGateway);
    await stream(stopped, (file) => {
      return new Promise((_resolve, reject) =>
        file.signal.addEventListener('abort', () => reject(file.signal.reason as Error)),
      );
    });
    await lifecycle.stop();
    await expect(buffer(stopped.parts())).rejects.toThrow(FileBroken);
  });

  it('ends with an error for the reader if the service is silent', async () => {
    const incoming = new IncomingFile(ofGateway, 100);
    await expect(buffer(incoming.parts())).rejects.toThrow('silent');
  });

  it('ends with an error for the reader if a part is missing', async () => {
    const incoming = new IncomingFile(ofGateway);
    await ofGateway.flush();
    const ofPart1 = headers();
    ofPart1.set('Telemon-File', 'part 1');
    ofService.publish(incoming.inbox, 'second', { headers: ofPart1 });
    await expect(buffer(incoming.parts())).rejects.toThrow('After 0 parts came: part 1');
  });
});
