import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { UploadedPlan } from '@telemon/contracts/devices/floors';
import { PLAN_FILE } from '@telemon/contracts/devices/file-kinds';
import { ApiClient, formWith } from '@telemon/testing/api-client';
import { BAD_IMAGES, BAD_IMAGE_OF_EACH_KIND } from '@telemon/testing/hostile-images';
import { jpegOf, pngOf } from '@telemon/testing/image-files';
import { childrenOf, heldBy, mostHeldBy } from '@telemon/testing/memory';
import { type Installation, useInstallation } from '../installation.ts';

const MB = 1_048_576;
/** A process begins with 130 MB, and copies a file of 10 MB a few times on its way; 109 MB were measured on a busy one. */
const MOST_GROWN = 150 * MB;
const PASSWORD = 'a password of theirs';

let installation: Installation;
let api: ApiClient;
/** The client of a manager who does not attack. */
let others: ApiClient;

beforeAll(async () => {
  installation = await useInstallation();
  ({ api } = installation);
  const { make, product } = installation;
  const { email } = await make.manager({ password: PASSWORD });
  others = await ApiClient.signIn(product.addresses.url, email, PASSWORD);
});
afterAll(() => installation.stop());

const upload = (fileName: string, content: Buffer, as = api) =>
  as.send<UploadedPlan>(
    'POST',
    '/floor/upload',
    formWith('floormap', new File([content as BlobPart], fileName)),
  );

describe('a bad image as a plan', () => {
  it.each(BAD_IMAGE_OF_EACH_KIND.map((bad) => [bad.name, bad] as const))(
    'is refused with the reason and a remedy: %s',
    async (_, { fileName, make, says }) => {
      const { status, body } = await upload(fileName, make());
      expect({ status, message: body.message }).toEqual({
        status: 422,
        message: expect.stringMatching(says),
      });
      expect(body.message).toMatch(/Save|Make it smaller/);
      expect(body.fields).toEqual({ floormap: body.message });
    },
  );

  it('is refused if it is empty, or one byte too large', async () => {
    const whole = Buffer.concat([pngOf({ width: 40, height: 30 }), Buffer.alloc(PLAN_FILE.mostBytes)]);
    expect((await upload('a.png', whole.subarray(0, PLAN_FILE.mostBytes))).status).toBe(200);
    const large = await upload('a.png', whole.subarray(0, PLAN_FILE.mostBytes + 1));
    expect({ status: large.status, message: large.body.message }).toEqual({
      status: 413,
      message: 'The file is larger than 10 MB. Make it smaller and send it again',
    });
    const empty = await upload('a.png', Buffer.alloc(0));
    expect({ status: empty.status, message: empty.body.message }).toEqual({
      status: 422,
      message: 'The file is empty. Choose another one',
    });
  });
});

describe('images that are expensive to decode', () => {
  const large = { width: 8_000, height: 5_000 };
  const heavy = [
    ...BAD_IMAGES.filter(({ name }) => /50,000 ×|100,000 passes|300,000 attributes/.test(name)),
    // The largest allowed size, and interlaced, so that the whole image has to be in memory.
    ...['one', 'another'].map((name) => ({
      name,
      fileName: 'a.png',
      make: () => pngOf({ ...large, bits: 16, colour: 6, isInterlaced: true }),
    })),
    { name: 'passes', fileName: 'a.jpg', make: () => jpegOf({ ...large, passes: 90 }) },
  ];

  it('do not delay other requests, and cost the services little memory', async () => {
    const { product } = installation;
    const [devices, gateway] = [product.pid('devices'), product.pid('gateway')];
    const before = { devices: heldBy(devices), gateway: heldBy(gateway) };
    const most = { ...before, reader: 0 };
    const look = setInterval(() => {
      most.devices = Math.max(most.devices, heldBy(devices));
      most.gateway = Math.max(most.gateway, heldBy(gateway));
      for (const child of childrenOf(devices)) most.reader = Math.max(most.reader, mostHeldBy(child));
    }, 5);
    let underWay = heavy.length;
    const waiting = heavy.map(({ fileName, make }) => ({ fileName, content: make() }));
    const attackers = [0, 1].map(async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        expect([200, 422]).toContain((await upload(next.fileName, next.content)).status);
        underWay--;
      }
    });

    const statuses: Record<string, number> = {};
    let answeredMeanwhile = 0;
    while (underWay > 0) {
      const left = underWay;
      const answers = await Promise.all([
        others.send('GET', '/dashboard'),
        others.send('GET', '/device'),
        others.send('POST', '/building', { buildingName: 'Mill', lat: 45, lng: 4 }),
      ]);
      for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
      // No upload was answered meanwhile, so these calls did not wait for one.
      if (underWay === left) answeredMeanwhile++;
    }
    await Promise.all(attackers);
    clearInterval(look);

    expect(Object.keys(statuses)).toEqual(['200']);
    expect(answeredMeanwhile).toBeGreaterThan(5);
    const grown = { devices: most.devices - before.devices, gateway: most.gateway - before.gateway };
    expect(grown.devices).toBeLessThan(MOST_GROWN);
    expect(grown.gateway).toBeLessThan(MOST_GROWN);
    expect(most.reader).toBeLessThan(550 * MB);
  }, 300_000);

  it("do not block another user's plan", async () => {
    const { fileName, make } = heavy.at(-1)!;
    const content = make();
    let isOver = false;
    const attack = async () => {
      while (!isOver) await upload(fileName, content);
    };
    const attacks = [attack(), attack()];
    const plan = pngOf({ width: 40, height: 30 });
    expect((await upload('a.png', plan, others)).status).toBe(200);
    isOver = true;
    await Promise.all(attacks);
  });
});
