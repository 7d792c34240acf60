import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CHUNK_BYTES } from '@telemon/contracts/devices/files';
import type { UploadedPlan } from '@telemon/contracts/devices/floors';
import { ApiClient, formWith } from '@telemon/testing/api-client';
import { aPlan } from '@telemon/testing/given';
import { pngOf } from '@telemon/testing/image-files';
import { until } from '@telemon/testing/waiting';
import type { Socket } from 'node:net';
import type { Installation } from '../installation.ts';
import type { Limited } from './limited.ts';
import { counted } from './metrics.ts';
import { END, StoredFiles, type ReceivedAnswer, answerOn, begin, form, part } from './uploads.ts';

const PASSWORD = 'a password of theirs';
const PATH = '/floor/upload';
/** The start of an upload, of which the service stores one chunk before the rest arrives. */
const BEGUN = part('; name="floormap"; filename="plan.png"', Buffer.alloc(CHUNK_BYTES + 1_000)).subarray(
  0,
  -2,
);
const SAYS_10_MB = ['Content-Length: 10000000'];
const MOST_AT_ONCE = 16;

export const slowUploads = (limited: Limited): void =>
  describe('slow uploads', () => {
    let installation: Installation;
    let stored: StoredFiles;
    /** A request whose second byte comes too late; it lasts while the other tests run. */
    let endless: { socket: Socket; answer: Promise<ReceivedAnswer> };

    beforeAll(async () => {
      ({ installation } = limited);
      stored = await StoredFiles.of(installation.product.addresses.mongoUrl);
      const contentType = 'application/json';
      const request = { path: '/user/login', contentType, head: ['Content-Length: 100'], body: '{' };
      const socket = begin(await aManager(), request);
      endless = { socket, answer: answerOn(socket) };
    });
    afterAll(async () => {
      endless?.socket.destroy();
      await stored?.close();
    });

    const aManager = async (): Promise<ApiClient> => {
      const { email } = await installation.make.manager({ password: PASSWORD });
      return ApiClient.signIn(installation.product.addresses.url, email, PASSWORD);
    };
    const chunksKept = () => stored.collection('upload_chunks').countDocuments();
    const upload = (api: ApiClient) => api.send<UploadedPlan>('POST', PATH, formWith('floormap', aPlan()));

    describe('uploads of one byte a second', () => {
      it('are limited to 16 and to two per user, and leave nothing once their senders are gone', async () => {
        const attackers = await Promise.all(Array.from({ length: 10 }, aManager));
        const bystander = await aManager();
        const answers: ReceivedAnswer[] = [];
        const sockets: Socket[] = [];
        for (const attacker of attackers) {
          for (let index = 0; index < 20; index++) {
            const socket = begin(attacker, { path: PATH, head: SAYS_10_MB, body: BEGUN });
            sockets.push(socket);
            void answerOn(socket).then((answer) => answers.push(answer));
          }
        }
        const trickle = setInterval(() => {
          for (const socket of sockets) if (socket.writable) socket.write('x');
        }, 1_000);

        // Uploads beyond the limit are refused at once.
        await until(() => answers.length >= sockets.length - MOST_AT_ONCE);
        await until(async () => (await chunksKept()) === MOST_AT_ONCE);
        expect(answers).toHaveLength(sockets.length - MOST_AT_ONCE);
        const outcomes = new Set(answers.map(({ status, body }) => `${status} ${body.message}`));
        expect([...outcomes].toSorted()).toEqual([
          '429 Other files of yours are still on their way. Try again in a moment',
          '503 Too many files are on their way right now. Try again in a moment',
        ]);

        // Other users' calls succeed, and their uploads get a 503 with Retry-After.
        const calls = await Promise.all(Array.from({ length: 20 }, () => bystander.send('GET', '/device')));
        expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([200]));
        const waits = await upload(bystander);
        expect({ status: waits.status, after: Number(waits.headers.get('retry-after')) }).toEqual({
          status: 503,
          after: expect.any(Number),
        });

        clearInterval(trickle);
        sockets.forEach((socket) => socket.destroy());
        await until(async () => (await upload(bystander)).status === 200);
        await until(async () => (await chunksKept()) === 0);
        // Only the bystander's file is stored.
        expect(await stored.collection('files').countDocuments()).toBe(1);
      });
    });

    describe('a sender who disconnects', () => {
      it.each([
        ['before the file', part('; name="floormap"; filename="plan.png"', '').subarray(0, -2), 0],
        ['in the middle of the file', BEGUN, 1],
        ['before the end of the form', form(BEGUN).subarray(0, -END.length), 1],
      ])('leaves nothing: %s', async (_, body, chunks) => {
        const api = await aManager();
        const files = await stored.collection('files').countDocuments();
        const socket = begin(api, { path: PATH, head: SAYS_10_MB, body });
        await until(async () => (await chunksKept()) === chunks);
        socket.destroy();
        await until(async () => (await chunksKept()) === 0);
        expect(await stored.collection('files').countDocuments()).toBe(files);
        expect((await upload(api)).status).toBe(200);
      });

      it('leaves a plan for a day if the file was complete', async () => {
        const api = await aManager();
        const files = await stored.collection('files').countDocuments();
        // An image is read sooner than a drawing, whose reader takes seconds to load on a busy machine.
        const image = pngOf({ width: 40, height: 30 });
        const received = () =>
          counted(installation.product, 'gateway', 'telemon_uploads_total', { outcome: 'received' });
        const before = await received();
        const socket = begin(api, {
          path: PATH,
          body: form(part('; name="floormap"; filename="plan.png"', image)),
        });
        await until(async () => (await received()) > before);
        socket.end();
        await until(async () => (await stored.collection('files').countDocuments()) === files + 1);
        socket.destroy();
        expect(await chunksKept()).toBe(0);
        const [newest] = await stored
          .collection<{ createdAt: Date; expiresAt: Date }>('files')
          .find({}, { sort: { createdAt: -1 }, limit: 1 })
          .toArray();
        expect(newest!.expiresAt.getTime() - newest!.createdAt.getTime()).toBe(24 * 3_600_000);
      });
    });

    describe('files of one user within an hour', () => {
      it('are limited to 30, even with concurrent uploads', async () => {
        const api = await aManager();
        const begun = performance.now();
        const outcomes: Record<string, number> = {};
        const sender = async () => {
          for (;;) {
            // Refused by its name, without a delay.
            const file = new File(['x'], 'plan.exe');
            const { status, body } = await api.send('POST', PATH, formWith('floormap', file));
            const outcome = `${status} ${body.message.replace(/ Try again.*/, '')}`;
            outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
            if (/as many files as may be sent/.test(body.message)) return;
          }
        };
        await Promise.all(Array.from({ length: 8 }, sender));
        // One more upload may be sent every two minutes.
        const most = 30 + Math.floor((performance.now() - begun) / 120_000);
        const judged = outcomes['422 Choose an image of type .png, .jpeg, .jpg or .svg']!;
        expect(judged).toBeGreaterThanOrEqual(30);
        expect(judged).toBeLessThanOrEqual(most);
        expect(outcomes).toMatchObject({
          '429 Other files of yours are still on their way.': expect.any(Number),
          '429 You have sent as many files as may be sent in an hour.': 8,
        });
        expect((await upload(await aManager())).status).toBe(200);
      });
    });

    describe('a body that never ends', () => {
      it('gets a 408 after half a minute, and its connection is closed', async () => {
        expect((await endless.answer).status).toBe(408);
        await until(() => endless.socket.closed);
      });
    });
  });
