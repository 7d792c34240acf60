import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { IMAGE_MAX_BYTES } from '@telemon/contracts/devices/images';
import { DAY_MS } from '@telemon/contracts/durations';
import { jpegOf, pngOf } from '@telemon/testing/image-files';
import sharp from 'sharp';
import { admin, assistant, manager, other } from '../../testing/actors.ts';
import { refusal } from '../../testing/given-devices.ts';
import { GivenImages, KEPT_DAYS } from '../../testing/given-images.ts';
import { FileAddresses } from '../files/file-addresses.ts';
import type { FileDocument } from '../files/files.repository.ts';

const JPEG = jpegOf({ width: 640, height: 480 });
const PNG = pngOf({ width: 400, height: 300 });
const NOTHING = { images: 0, files: 0, file_chunks: 0 };

let given: GivenImages;
let tank: { name: string; key: number };

beforeAll(async () => {
  given = await GivenImages.prepare();
});
beforeEach(async () => {
  tank = await given.device();
});
afterAll(() => given.stop());

const everything = async () => {
  for (const name of ['images', 'files', 'file_chunks']) await given.collection(name).deleteMany({});
};

describe('an image that a device sends', () => {
  it.each([
    ['JPEG', JPEG, 'jpeg', 'jpg'],
    ['PNG', PNG, 'png', 'png'],
  ])(
    'is listed with its time of arrival, a name and two addresses: %s',
    async (_, payload, format, ending) => {
      const receivedAt = Date.parse('2026-11-25T19:04:05.678Z');
      await given.handle(given.message(tank, payload, { receivedAt }));
      const [image, ...others] = await given.imagesOf(manager, tank.name);
      expect(others).toEqual([]);
      expect(image).toMatchObject({
        fileName: `${tank.name}-20261125T190405.678Z.${ending}`,
        createdAt: '2026-11-25T19:04:05.678Z',
      });
      expect(await sharp(await given.open(image!.url)).metadata()).toMatchObject({ format });
      const thumbnail = await sharp(await given.open(image!.thumbnailUrl)).metadata();
      expect(thumbnail).toMatchObject({ format: 'jpeg', width: 320, height: 240 });
    },
  );

  it('is stored once however often it is delivered, and twice if it arrives twice', async () => {
    await everything();
    const first = given.message(tank, PNG);
    await given.handle(first, first);
    await given.handle(first);
    expect(await given.stored()).toEqual({ images: 1, files: 2, file_chunks: 2 });
    await given.handle(given.message(tank, PNG), first);
    expect(await given.stored()).toEqual({ images: 2, files: 4, file_chunks: 4 });
  });

  it('is stored once by two processes at the same time', async () => {
    const delivered = given.message(tank, PNG);
    await Promise.all([given.handle(delivered), given.handle(delivered)]);
    expect(await given.imagesOf(manager, tank.name)).toHaveLength(1);
  });

  it('that is cut off between its file and its record is not seen, expires, and comes in when delivered again', async () => {
    await everything();
    const delivered = given.message(tank, JPEG);
    const images = { collMod: 'images', validationLevel: 'strict' };
    await given.service.database.db.command({ ...images, validator: { never: true } });
    await expect(given.handle(delivered)).rejects.toThrow(/validation/i);
    await given.service.database.db.command({ ...images, validator: {} });

    const leftovers = await given.collection<FileDocument>('files').find().toArray();
    expect(leftovers).toHaveLength(2);
    for (const collection of ['files', 'file_chunks'])
      expect(await given.collection(collection).countDocuments({ expiresAt: { $exists: false } })).toBe(0);
    const addresses = given.service.get(FileAddresses);
    for (const actor of [admin, manager]) {
      const address = await addresses.of(leftovers[0]!._id, actor);
      await expect(given.open(address)).rejects.toMatchObject(refusal('not-found'));
    }
    expect(await given.imagesOf(manager, tank.name)).toEqual([]);

    await given.handle(delivered);
    expect(await given.imagesOf(manager, tank.name)).toHaveLength(1);
    const kept = { expiresAt: { $exists: false } };
    expect(await given.collection('files').countDocuments(kept)).toBe(2);
    expect(await given.collection('file_chunks').countDocuments(kept)).toBe(2);
  });
});

describe('a message without an image', () => {
  it('goes to the log with the reason, and holds up no other', async () => {
    const half = PNG.subarray(0, PNG.length / 2);
    await given.handle(
      given.message(tank, 'text', {}),
      given.message(tank, Buffer.alloc(0)),
      given.message(tank, half),
      given.message(tank, pngOf({ width: 50_000, height: 50_000, bits: 1, colour: 0 })),
      given.message(tank, Buffer.alloc(IMAGE_MAX_BYTES + 1)),
      given.message(tank, 'the beginning', { tooLarge: 5_000_000 }),
      given.message({ ...tank, key: 999_999 }, JPEG),
      given.message(tank, JPEG),
    );
    expect(await given.reasonsFor(tank.name, 7)).toEqual([
      'it is neither a JPEG nor a PNG',
      'it is empty',
      'the image is damaged or cut off',
      'the image has more than 40 megapixels',
      'it is larger than 2 MB',
      'it is larger than 2 MB',
      'the device that sent it is gone, and another has its name',
    ]);
    const letters = given.deadLetters.get(tank.name)!;
    expect(letters[0]).toMatchObject({ content: 'image', payloadBytes: 4 });
    expect(letters[5]).toMatchObject({ payloadBytes: 5_000_000 });
    expect(await given.imagesOf(manager, tank.name)).toHaveLength(1);
  });

  it('that exhausts the reader makes its device rest, and no other', async () => {
    const bomb = pngOf({ width: 8_000, height: 5_000, bits: 16, colour: 6, isInterlaced: true });
    const neighbour = await given.device();
    await given.handle(given.message(tank, bomb), given.message(tank, bomb), given.message(neighbour, JPEG));
    const reasons = await given.reasonsFor(tank.name, 2);
    expect(reasons.slice(0, 2)).toEqual([
      'the image takes too much time or memory to read',
      'an image of this device just took too much time or memory to read',
    ]);
    expect(await given.imagesOf(manager, neighbour.name)).toHaveLength(1);
  });
});

describe('a device whose images took their share of the reader', () => {
  it('has no more read while other devices send some', async () => {
    const consumer = given.sparingConsumer();
    const neighbour = await given.device();
    const take = (device: typeof tank) => consumer.handle({ messages: [given.message(device, JPEG)] });
    await take(tank);
    await take(tank);
    await take(neighbour);
    await take(tank);
    expect(await given.reasonsFor(tank.name, 1)).toEqual([
      'the images of this device take too much time to read, and those of others would wait',
    ]);
    expect(await given.imagesOf(manager, tank.name)).toHaveLength(2);
    expect(await given.imagesOf(manager, neighbour.name)).toHaveLength(1);
  });
});

describe('an image that is not read in time', () => {
  it('is tried again, and given up only after several times', async () => {
    const hurried = given.hurriedConsumer();
    const messages = [given.message(tank, JPEG)];
    for (let tries = 1; tries < 4; tries++)
      await expect(hurried.handle({ messages })).rejects.toThrow('not read in time');
    await hurried.handle({ messages });
    expect(await given.reasonsFor(tank.name, 1)).toEqual(['the image takes too much time or memory to read']);
  });
});

describe('the list of a device’s images', () => {
  it('has pages of five, newest first', async () => {
    const begun = Date.now();
    for (let minute = 0; minute < 7; minute++) await given.put(tank, begun + minute * 60_000);
    const minutesOf = async (query?: object) => {
      const { images, pagination } = await given.page(manager, tank.name, query);
      expect(pagination.totalCount).toBe(7);
      return images.map(({ createdAt }) => (Date.parse(createdAt) - begun) / 60_000);
    };
    expect(await minutesOf()).toEqual([6, 5, 4, 3, 2]);
    expect(await minutesOf({ offset: '5' })).toEqual([1, 0]);
    expect(await minutesOf({ limit: '2', offset: '1' })).toEqual([5, 4]);
  });

  it('is read in its order from an index', async () => {
    const list = given.collection('images').find({ deviceKey: tank.key }).sort({ createdAt: -1, _id: -1 });
    const plan = JSON.stringify((await list.explain('queryPlanner'))['queryPlanner']['winningPlan']);
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toContain('"SORT"');
  });

  it('and its files are for users who see the device, and do not exist for others', async () => {
    await given.put(tank);
    for (const actor of [admin, manager, assistant]) {
      const [image] = await given.imagesOf(actor, tank.name);
      await given.open(image!.url);
      await given.open(image!.thumbnailUrl);
    }
    await expect(given.page(other, tank.name)).rejects.toMatchObject(refusal('not-found'));
    await expect(given.page(manager, 'none')).rejects.toMatchObject(refusal('not-found'));
    const { fileId } = (await given
      .collection<{ fileId: string }>('images')
      .findOne({ deviceKey: tank.key }))!;
    const forged = await given.service.get(FileAddresses).of(fileId, other);
    await expect(given.open(forged)).rejects.toMatchObject(refusal('not-found'));
  });
});

describe('images that are no longer kept', () => {
  it('of a deleted device are never shown by a new device of its name', async () => {
    await everything();
    await given.put(tank);
    const [before] = await given.imagesOf(manager, tank.name);
    await given.removeDevice(tank.name);
    await expect(given.open(before!.url)).rejects.toMatchObject(refusal('not-found'));
    await given.device(tank.name);
    expect(await given.imagesOf(manager, tank.name)).toEqual([]);
    await expect(given.open(before!.url)).rejects.toMatchObject(refusal('not-found'));
    await given.removeOld();
    expect(await given.stored()).toEqual(NOTHING);
  });

  it('are older than the number of days that is set', async () => {
    await everything();
    const now = Date.now();
    for (const days of [KEPT_DAYS + 1, KEPT_DAYS - 1]) await given.put(tank, now - days * DAY_MS);
    await given.removeOld(now);
    const [kept, ...others] = await given.imagesOf(manager, tank.name);
    expect(others).toEqual([]);
    expect(Date.parse(kept!.createdAt)).toBe(now - (KEPT_DAYS - 1) * DAY_MS);
    expect(await given.stored()).toEqual({ images: 1, files: 2, file_chunks: 2 });
  });
});
