import { describe, expect, it } from '@jest/globals';
import { CHUNK_BYTES } from '@telemon/contracts/devices/files';
import { redisWithOwnKeys } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import {
  BOUNDARY_HEAD,
  FILE_HEAD,
  GivenUploads,
  MB,
  fileOf,
  formWith,
  put,
} from '../../testing/given-uploads.ts';

const given = GivenUploads.use();

describe('an upload', () => {
  it('leaves no chunk with the service if it fails, and keeps them if its call succeeds', async () => {
    const picture = fileOf(Buffer.alloc(CHUNK_BYTES + 1));
    const comesToNothing = async (sending: () => Promise<unknown>) => {
      given.service.questions.length = 0;
      await sending();
      const { uploadId } = given.chunks()[0]!;
      await until(() => given.isDropped(uploadId));
    };
    await comesToNothing(() =>
      given.send(formWith(['picture', picture, 'a.png'], ['picture', picture, 'b.png'])),
    );
    await comesToNothing(() => given.send(formWith(['picture', fileOf(Buffer.alloc(2 * MB + 1)), 'a.png'])));
    await comesToNothing(async () => {
      const body = FILE_HEAD + 'x'.repeat(CHUNK_BYTES);
      const socket = await given.begin('m1', `${BOUNDARY_HEAD}\r\nContent-Length: 1000000`, body);
      await until(() => given.chunks().length === 1);
      socket.destroy();
    });
    given.service.refuse(put, { code: 'NoPicture', kind: 'invalid', message: 'This is no picture' });
    await comesToNothing(() => given.send(formWith(['picture', picture, 'a.png'])));
    given.service.forget();
    given.service.answer(put, { ok: true });
    expect((await given.send(formWith(['picture', picture, 'a.png']))).status).toBe(200);
    expect(given.isDropped(given.chunks()[0]!.uploadId)).toBe(false);
  });

  it('counts as under way until its call is answered', async () => {
    given.service.keepSilent(put);
    const form = () => formWith(['picture', fileOf('x'), 'a.png']);
    const waiting = [0, 1].map(() => given.send(form(), { as: 'm-busy' }));
    await until(() => given.calls().length === 2);
    const { status, body } = await given.send(form(), { as: 'm-busy' });
    expect({ status, message: body.message }).toEqual({
      status: 429,
      message: 'Other files of yours are still on their way. Try again in a moment',
    });
    expect((await Promise.all(waiting)).map((answer) => answer.status)).toEqual([503, 503]);
  });

  it('takes one of two permits of its sender, and releases it when the connection is lost', async () => {
    const as = 'm-slow';
    const begun = FILE_HEAD + 'x'.repeat(CHUNK_BYTES);
    const open = await Promise.all(
      [0, 1].map(() => given.begin(as, `${BOUNDARY_HEAD}\r\nContent-Length: 1000000`, begun)),
    );
    await until(() => given.chunks().length === 2);
    const form = () => formWith(['picture', fileOf('x'), 'a.png']);
    const { status, headers } = await given.send(form(), { as });
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await given.send(form(), { as: 'm-other' })).status).toBe(200);
    for (const socket of open) socket.destroy();
    await until(async () => (await given.send(form(), { as })).status === 200);
  });

  it('counts against the hourly limit of its sender, unless too many are under way', async () => {
    const at = await given.start({ UPLOAD_LIMIT: '3' });
    const form = () => formWith(['picture', fileOf('x'), 'a.png']);
    const begun = FILE_HEAD + 'x'.repeat(CHUNK_BYTES);
    const open = await Promise.all(
      [0, 1].map(() => given.begin('m1', `${BOUNDARY_HEAD}\r\nContent-Length: 1000000`, begun, at)),
    );
    await until(() => given.chunks().length === 2);
    expect((await given.send(form(), { at })).body.message).toContain('Other files of yours');
    for (const socket of open) socket.destroy();
    await until(async () => (await given.send(form(), { at })).status === 200);
    const { status, headers, body } = await given.send(form(), { at });
    expect(status).toBe(429);
    expect(body.message).toMatch(
      /^You have sent as many files as may be sent in an hour\. Try again in \d+ min$/,
    );
    const retryAfterS = Number(headers.get('retry-after'));
    expect(retryAfterS).toBeGreaterThan(60);
    expect(retryAfterS).toBeLessThanOrEqual(3_600);
    expect((await given.send(form(), { at, as: 'm2' })).status).toBe(200);
  });

  it('counts against one hourly limit at all gateways on one Redis', async () => {
    const settings = { UPLOAD_LIMIT: '3', REDIS_URL: redisWithOwnKeys() };
    const gateways = [await given.start(settings), await given.start(settings)];
    const statuses: number[] = [];
    for (let file = 0; file < 6; file++) {
      const form = formWith(['picture', fileOf('x'), 'a.png']);
      statuses.push((await given.send(form, { at: gateways[file % 2]! })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
  });
});
