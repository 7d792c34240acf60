import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Floor, UploadedPlan } from '@telemon/contracts/devices/floors';
import { HOUR_MS } from '@telemon/contracts/durations';
import { ApiClient, formWith } from '@telemon/testing/api-client';
import { uniqueName } from '@telemon/testing/given';
import { IMAGES_WITH_MORE } from '@telemon/testing/hostile-images';
import { until } from '@telemon/testing/waiting';
import type { Binary } from 'mongodb';
import { createHmac } from 'node:crypto';
import { type Installation, useInstallation } from '../installation.ts';
import { StoredFiles } from './uploads.ts';

const PASSWORD = 'a password of theirs';
/** Traces of everything that the images contain beside their pixels; no stored image may match. */
const BROUGHT =
  /script|alert|fetch|onclick|Exif|GPS|ICC_PROFILE|xmpmeta|acTL|fdAT|[zi]TXt|tEXt|iCCP|eXIf|noTH|a\.js/;

let installation: Installation;
let stored: StoredFiles;
const managers: { id: string; client: ApiClient }[] = [];

beforeAll(async () => {
  installation = await useInstallation();
  const { make, product } = installation;
  stored = await StoredFiles.of(product.addresses.mongoUrl);
  for (let index = 0; index < 2; index++) {
    const { id, email } = await make.manager({ password: PASSWORD });
    managers.push({ id, client: await ApiClient.signIn(product.addresses.url, email, PASSWORD) });
  }
});
afterAll(async () => {
  await stored.close();
  await installation.stop();
});

const upload = ({ fileName, make }: (typeof IMAGES_WITH_MORE)[number], as = installation.api) =>
  as.expect<UploadedPlan>(
    'POST',
    '/floor/upload',
    formWith('floormap', new File([make() as BlobPart], fileName)),
  );
const open = (mapUrl: string) => fetch(`${installation.product.addresses.url}${mapUrl}`);
const statusAt = async (mapUrl: string) => (await open(mapUrl)).status;

describe('the stored image', () => {
  // The spec of the plans tests all of them.
  const oneOfEachType = [
    ...new Map(IMAGES_WITH_MORE.map((image) => [image.kept.contentType, image])).values(),
  ];

  it.each(oneOfEachType.map((image) => [image.name, image] as const))(
    'has only its visible content, and is served in a sandbox: %s',
    async (_, image) => {
      const plan = await upload(image);
      const response = await open(plan.mapUrl);
      const { contentType, width, height } = image.kept;
      expect({ status: response.status, width: plan.width, height: plan.height }).toEqual({
        status: 200,
        width,
        height,
      });
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': contentType,
        'content-disposition': expect.stringMatching(/^inline; filename="[0-9a-f]{24}\.(?:png|jpg|svg)"$/),
        'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none';/),
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': expect.stringMatching(/^private, max-age=\d+$/),
      });
      expect(Buffer.from(await response.arrayBuffer()).toString('latin1')).not.toMatch(BROUGHT);
      // The same holds for the bytes in the database.
      const fileId = plan.fileName.split('.')[0]!;
      const chunks = await stored.collection<{ bytes: Binary }>('file_chunks').find({ fileId }).toArray();
      expect(chunks.map(({ bytes }) => Buffer.from(bytes.buffer).toString('latin1')).join('')).not.toMatch(
        BROUGHT,
      );
      expect(
        JSON.stringify(await stored.collection('files').findOne({ fileName: plan.fileName })),
      ).not.toMatch(BROUGHT);
      await installation.api.expect('DELETE', `/floor/upload/${plan.fileName}`);
      expect(await statusAt(plan.mapUrl)).toBe(404);
    },
  );
});

describe('the address of a plan', () => {
  const image = IMAGES_WITH_MORE[0]!;
  const tokenIn = (mapUrl: string) =>
    mapUrl.replace('/v1/file/', '').split('.') as [string, string, string, string];
  const at = (...parts: string[]) => `/v1/file/${parts.join('.')}`;
  /** Signs an address as the service does, with the service's own key. */
  const signed = async (...parts: string[]) => {
    const row = await stored.collection<{ key: Binary }>('file_keys').findOne({});
    return at(...parts, createHmac('sha256', row!.key.buffer).update(parts.join('.')).digest('base64url'));
  };
  const givenFloor = async ({ client }: (typeof managers)[number]) => {
    const { buildingData } = await client.expect<{ buildingData: { buildingId: string } }>(
      'POST',
      '/building',
      {
        buildingName: uniqueName('Mill'),
        lat: 45,
        lng: 4,
      },
    );
    const { buildingId } = buildingData;
    const { fileName } = await upload(image, client);
    const { floor } = await client.expect<{ floor: Floor }>('POST', '/floor', {
      buildingId,
      floorName: 'Attic',
      mapUrl: fileName,
    });
    return { buildingId, floor };
  };
  const addressFor = async (client: ApiClient, floorId: string) =>
    (await client.get<{ floor: Floor }>(`/floor/${floorId}`)).floor.mapUrl;

  it('can be neither changed nor forged', async () => {
    const { floor } = await givenFloor(managers[0]!);
    const [fileId, userId, until36, signature] = tokenIn(floor.mapUrl);
    const foreign = (await upload(image, managers[1]!.client)).fileName.split('.')[0]!;
    const later = (Number.parseInt(until36, 36) + HOUR_MS).toString(36);
    const wrong = [
      at(foreign, userId, until36, signature),
      at(fileId, managers[1]!.id, until36, signature),
      at(fileId, userId, later, signature),
      at(fileId, userId, 'zzzzzzzzz', signature),
      at(fileId, userId, until36, signature.slice(0, -1)),
      at(fileId, userId, until36, signature.toLowerCase()),
      at(fileId, userId, until36, 'A'.repeat(43)),
      at(fileId, userId, until36, ''),
      at(fileId, userId, until36),
      at(fileId, userId, until36, signature, ''),
      at(fileId),
      `${floor.mapUrl}%00`,
      `${floor.mapUrl}/..`,
      at('..', '..', 'etc', 'passwd'),
      at('%2e%2e%2f', userId, until36, signature),
      at('$ne', userId, until36, signature),
      at('a'.repeat(10_000)),
    ];
    const answers = await Promise.all(
      wrong.map(async (address) => ({ address, status: await statusAt(address) })),
    );
    expect(answers.filter(({ status }) => status !== 404 && status !== 400)).toEqual([]);
    expect(await statusAt(floor.mapUrl)).toBe(200);
  });

  it('expires after an hour, and is valid only for its user', async () => {
    const { floor } = await givenFloor(managers[0]!);
    const [fileId, userId, until36] = tokenIn(floor.mapUrl);
    const over = (Date.now() - 1).toString(36);
    const soonOver = (Date.now() + 60_000).toString(36);
    expect(Number.parseInt(until36, 36)).toBeLessThanOrEqual(Date.now() + HOUR_MS);
    expect(await statusAt(await signed(fileId, userId, soonOver))).toBe(200);
    expect(await statusAt(await signed(fileId, userId, over))).toBe(404);
    // Signed for a user who may not see the image, and for a missing user.
    expect(await statusAt(await signed(fileId, managers[1]!.id, soonOver))).toBe(404);
    expect(await statusAt(await signed(fileId, '64b000000000000000000000', soonOver))).toBe(404);
  });

  it('becomes invalid when the building gets another manager, and when the floor is deleted', async () => {
    const [one, other] = managers as [(typeof managers)[number], (typeof managers)[number]];
    const { buildingId, floor } = await givenFloor(one);
    const { api } = installation;
    await api.expect('PATCH', `/building/${buildingId}`, { managerId: other.id });
    await until(async () => (await statusAt(floor.mapUrl)) === 404);
    const theirs = await addressFor(other.client, floor.floorId);
    expect(await statusAt(theirs)).toBe(200);
    await other.client.expect('DELETE', `/floor/${floor.floorId}`);
    expect(await statusAt(theirs)).toBe(404);
    const [fileId] = tokenIn(theirs);
    expect(await stored.collection('file_chunks').countDocuments({ fileId })).toBe(0);
  });

  it('of an image without a floor is valid only for its sender, who alone may use or delete the image', async () => {
    const [one, other] = managers as [(typeof managers)[number], (typeof managers)[number]];
    const { fileName, mapUrl } = await upload(image, one.client);
    const [fileId, , until36] = tokenIn(mapUrl);
    expect(await statusAt(mapUrl)).toBe(200);
    expect(await statusAt(await signed(fileId, other.id, until36))).toBe(404);
    expect((await other.client.send('DELETE', `/floor/upload/${fileName}`)).status).toBe(404);
    const { buildingId } = await givenFloor(other);
    const taken = { buildingId, floorName: 'Attic', mapUrl: fileName };
    expect((await other.client.send('POST', '/floor', taken)).status).toBe(422);
    expect(await statusAt(mapUrl)).toBe(200);
  });
});
