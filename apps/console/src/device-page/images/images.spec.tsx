/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DeviceDashboard } from '@telemon/contracts/devices/dashboards';
import type { DeviceImage } from '@telemon/contracts/devices/images';
import { fireEvent, screen, waitFor, within } from '@testing-library/react/pure';
import { aDeviceDashboard, answerDevicePage, minutesAgo } from '../../../testing/dashboards.ts';
import { openConsole, v1 } from '../../../testing/open-console.tsx';
import { MAUD } from '../../../testing/people.ts';
import '../../../testing/room.ts';
import { button, columns, dialog, hasFocus } from '../../../testing/screen-steps.ts';

const LOG = 'GET /deviceDashboard/getImageLogData/:deviceName';

let dashboard: DeviceDashboard;
let images: DeviceImage[];
/** Becomes part of every address, as a new signature does. */
let signature: string;

const anImage = (number: number): DeviceImage => ({
  id: `i${number}`,
  url: `/v1/file/i${number}`,
  thumbnailUrl: `/v1/file/t${number}`,
  fileName: `tank1-${number}.jpg`,
  createdAt: minutesAgo(60 - number),
});
/** `count` images, the newest first. */
const someImages = (count: number) => Array.from({ length: count }, (_, index) => anImage(count - index));
const signed = (image: DeviceImage) => ({
  ...image,
  url: `${image.url}.${signature}`,
  thumbnailUrl: `${image.thumbnailUrl}.${signature}`,
});

beforeEach(() => {
  signature = 'a';
  images = someImages(7);
  dashboard = aDeviceDashboard('tank1');
  dashboard.deviceInfo.template = 'Ultrasonic';
  answerDevicePage(() => ({
    ...dashboard,
    latestData: { ...dashboard.latestData, lastThreeImages: images.slice(0, 3).map(signed) },
  }));
  v1.answer(LOG, ({ limit, offset }) => ({
    images: images.slice(offset, offset + limit).map(signed),
    pagination: { totalCount: images.length },
  }));
});

const open = async (tab = 'image-log') => {
  const user = openConsole(`/dashboard/info/tank1?tab=${tab}`, MAUD);
  // The stream is open, and the device known.
  await screen.findByText('Live');
  await screen.findByText('Normal');
  await screen.findByText('Last images');
  return user;
};
const log = () => within(screen.getByRole('tabpanel'));
const names = () =>
  log()
    .getAllByRole('row')
    .slice(1)
    .map((one) => within(one).getAllByRole('cell')[2]!.textContent);
const thumbnail = (number: number) => log().findByRole('button', { name: `Show tank1-${number}.jpg` });
const shown = async () => (await screen.findByRole('dialog')).querySelector('h2')!.textContent;
/** The picture itself, which has no name of its own in a list. */
const pictureIn = (element: HTMLElement) => element.querySelector('img')!;
const arrives = (image: DeviceImage) => {
  images = [image, ...images];
  v1.stream.tell('device', { deviceName: 'tank1', change: 'image', status: 0, silentSince: null });
};

describe('the image log', () => {
  it('has pages of five with picture, file name and time, newest first', async () => {
    const user = await open();
    await log().findByText('1-5 of 7');
    expect(await columns()).toEqual(['SNo', 'Thumbnail', 'File name', 'Time']);
    expect(names()).toEqual([7, 6, 5, 4, 3].map((number) => `tank1-${number}.jpg`));
    expect(pictureIn(await thumbnail(7)).getAttribute('src')).toBe('/v1/file/t7.a');
    await user.click(await button('Go to page 2'));
    await waitFor(() => expect(names()).toEqual(['tank1-2.jpg', 'tank1-1.jpg']));
  });

  it('says how to send an image while there is none, and shows the first as it comes', async () => {
    images = [];
    await open();
    await log().findByText(/JPEG or PNG of at most 2 MB on the MQTT topic devices\/tank1\/image/);
    arrives(anImage(1));
    await thumbnail(1);
  });

  it('gets each image that arrives on top, and asks nothing for another device', async () => {
    await open();
    await thumbnail(7);
    const before = v1.askedOf(LOG).length;
    v1.stream.tell('device', { deviceName: 'tank2', change: 'image', status: 0, silentSince: null });
    arrives(anImage(8));
    await thumbnail(8);
    expect(v1.askedOf(LOG)).toHaveLength(before + 1);
  });

  it('is a tab of tanks alone', async () => {
    dashboard.deviceInfo.template = 'Multiple';
    openConsole('/dashboard/info/tank1?tab=image-log', MAUD);
    await screen.findByText('Normal');
    await waitFor(() => expect(screen.queryByRole('tab', { name: 'Image Log' })).toBeNull());
    screen.getByRole('tab', { name: 'Sensor Log', selected: true });
  });
});

describe('the preview of an image', () => {
  it('shows it large with its neighbours, over the ends of pages, and a download', async () => {
    const user = await open();
    await user.click(await thumbnail(4));
    expect(await shown()).toBe('tank1-4.jpg');
    const preview = within(await dialog());
    preview.getByText('4 of 7');
    const download = preview.getByRole('link', { name: 'Download' });
    expect([download.getAttribute('href'), download.getAttribute('download')]).toEqual([
      '/v1/file/i4.a',
      'tank1-4.jpg',
    ]);
    expect(preview.getByRole('img', { name: 'tank1-4.jpg' }).getAttribute('src')).toBe('/v1/file/i4.a');
    const older = preview.getByRole('button', { name: 'Older image' });
    for (const number of [3, 2, 1]) {
      await user.click(older);
      await waitFor(async () => expect(await shown()).toBe(`tank1-${number}.jpg`));
    }
    preview.getByText('7 of 7');
    expect(older.getAttribute('aria-disabled')).toBe('true');
    await user.click(preview.getByRole('button', { name: 'Newer image' }));
    await user.keyboard('{ArrowLeft}');
    await waitFor(async () => expect(await shown()).toBe('tank1-3.jpg'));
  });

  it('is closed by Escape, and gives the focus back to the picture', async () => {
    const user = await open();
    await user.click(await thumbnail(6));
    await dialog('tank1-6.jpg');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const picture = await thumbnail(6);
    await hasFocus(() => picture);
  });

  it('gives the focus to the picture of the page that was turned to', async () => {
    const user = await open();
    await user.click(await thumbnail(3));
    await user.click(await button('Older image'));
    await dialog('tank1-2.jpg');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const picture = await thumbnail(2);
    await hasFocus(() => picture);
  });

  it('stays on its image while newer ones arrive', async () => {
    const user = await open();
    await user.click(await thumbnail(7));
    await dialog('tank1-7.jpg');
    arrives(anImage(8));
    await screen.findByText('2 of 8');
    expect(await shown()).toBe('tank1-7.jpg');
  });
});

describe('an image whose address has expired', () => {
  it('is asked for anew, once', async () => {
    await open();
    await thumbnail(7);
    const before = v1.askedOf(LOG).length;
    signature = 'b';
    fireEvent.error(pictureIn(await thumbnail(7)));
    await waitFor(async () =>
      expect(pictureIn(await thumbnail(7)).getAttribute('src')).toBe('/v1/file/t7.b'),
    );
    expect(v1.askedOf(LOG)).toHaveLength(before + 1);
    fireEvent.error(pictureIn(await thumbnail(7)));
    within(await thumbnail(7)).getByRole('img', { name: 'The image cannot be loaded', hidden: true });
    expect(v1.askedOf(LOG)).toHaveLength(before + 1);
  });
});

describe('beside the level of a tank', () => {
  const level = async () => within((await screen.findByText('Last images')).closest('section')!);

  it('its last three images stand, and can be seen large', async () => {
    const user = await open('sensor-log');
    const beside = await level();
    const pictures = await beside.findAllByRole('button', { name: /^Show tank1/ });
    expect(pictures.map((one) => one.getAttribute('aria-label'))).toEqual(
      [7, 6, 5].map((number) => `Show tank1-${number}.jpg`),
    );
    await user.click(pictures[1]!);
    await dialog('tank1-6.jpg');
    screen.getByText('2 of 3');
    await user.click(await button('Older image'));
    await dialog('tank1-5.jpg');
    expect((await button('Older image')).getAttribute('aria-disabled')).toBe('true');
  });

  it('a new image appears as it arrives', async () => {
    images = [];
    await open('sensor-log');
    await (await level()).findByText('No image has come yet');
    arrives(anImage(1));
    await (await level()).findByRole('button', { name: 'Show tank1-1.jpg' });
  });
});
