import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { UploadedPlan } from '@telemon/contracts/devices/floors';
import type { CalibrationCurve, SensorType } from '@telemon/contracts/devices/sensor-types';
import { pngOf } from '@telemon/testing/image-files';
import { until } from '@telemon/testing/waiting';
import { type Installation, useInstallation } from '../installation.ts';
import { END, FORM, type RawUpload, StoredFiles, form, part, sendRaw } from './uploads.ts';

const PLAN = pngOf({ width: 40, height: 30 });
const FILE = part('; name="floormap"; filename="plan.png"', PLAN);
const FIELD = part('; name="buildingId"', 'x');

let installation: Installation;
let stored: StoredFiles;
let sensor: SensorType;

beforeAll(async () => {
  installation = await useInstallation();
  stored = await StoredFiles.of(installation.product.addresses.mongoUrl);
  sensor = await installation.make.sensorType(installation.managerId);
});
afterAll(async () => {
  await stored.close();
  await installation.stop();
});

const send = (request: Omit<RawUpload, 'path'>, path = '/floor/upload') =>
  sendRaw(installation.api, { path, ...request });

describe('a form that is not one file', () => {
  const alone = /^Send one file, as multipart\/form-data in the field floormap, and nothing else$/;
  const broken = /^The upload broke off or cannot be read\. Send the file again$/;
  const whole = form(FILE);
  const wrong: [string, RegExp, Omit<RawUpload, 'path'>][] = [
    ['no form at all', alone, { contentType: 'image/png', body: PLAN }],
    ['JSON', alone, { contentType: 'application/json', body: '{"floormap":"x"}' }],
    ['fields of a page', alone, { contentType: 'application/x-www-form-urlencoded', body: 'floormap=x' }],
    ['another kind of parts', alone, { contentType: 'multipart/mixed; boundary=b', body: whole }],
    ['no boundary', broken, { contentType: 'multipart/form-data', body: whole }],
    ['another boundary', broken, { contentType: 'multipart/form-data; boundary=c', body: whole }],
    ['no body', alone, { body: '' }],
    ['no part', alone, { body: END }],
    ['no end', broken, { body: FILE }],
    ['an end within the head of a part', broken, { body: FILE.subarray(0, 40) }],
    [
      'a length that is too short',
      /^The (?:upload broke off|request cannot be read)/,
      { head: [`Content-Length: ${whole.length - 20}`], body: whole },
    ],
    ['two files', alone, { body: form(FILE, FILE) }],
    ['a hundred files', alone, { body: form(...Array<Buffer>(100).fill(FILE)) }],
    ['a field before it', alone, { body: form(FIELD, FILE) }],
    ['a field behind it', alone, { body: form(FILE, FIELD) }],
    ['a thousand fields', alone, { body: form(...Array<Buffer>(1_000).fill(FIELD)) }],
    ['a thousand fields behind it', alone, { body: form(FILE, ...Array<Buffer>(1_000).fill(FIELD)) }],
    ['a part without a name behind it', alone, { body: form(FILE, part('', 'x')) }],
    [
      'a thousand parts without a name before it',
      alone,
      { body: form(...Array<Buffer>(1_000).fill(part('', 'x')), FILE) },
    ],
    ['a text in its place', alone, { body: form(part('; name="floormap"', 'x')) }],
    [
      'JSON in its place',
      alone,
      { body: form(part('; name="floormap"', '{"a":1', 'Content-Type: application/json')) },
    ],
    ['another field', alone, { body: form(part('; name="file"; filename="a.png"', PLAN)) }],
    ['a prototype', alone, { body: form(part('; name="__proto__"; filename="a.png"', PLAN)) }],
    ['a constructor', alone, { body: form(part('; name="constructor"', 'x'), FILE) }],
    [
      'its name twice',
      alone,
      { body: form(part('; name="floormap"; name="upload"; filename="a.png"', PLAN)) },
    ],
    [
      'a form within it',
      alone,
      { body: form(part('; name="floormap"', form(FILE), `Content-Type: ${FORM}`)) },
    ],
    ['a field of 2 MB', alone, { body: form(part('; name="a"', Buffer.alloc(2_097_152))) }],
    [
      'a name of a field of 100,000 letters',
      alone,
      { body: form(part(`; name="${'a'.repeat(100_000)}"; filename="a.png"`, PLAN)) },
    ],
  ];

  it.each(wrong)('is refused with the reason: %s', async (_, says, request) => {
    const files = await stored.collection('files').countDocuments();
    const { status, body } = await send(request);
    expect({ status, message: body.message }).toEqual({ status: 400, message: expect.stringMatching(says) });
    expect(await stored.collection('files').countDocuments()).toBe(files);
    await until(async () => (await stored.collection('upload_chunks').countDocuments()) === 0);
  });

  it('is refused before its body is read if it has two lengths', async () => {
    const chunked = `${whole.length.toString(16)}\r\n`;
    const head = ['Transfer-Encoding: chunked', `Content-Length: ${whole.length}`];
    const body = Buffer.concat([Buffer.from(chunked), whole, Buffer.from('\r\n0\r\n\r\n')]);
    expect((await send({ head, body })).status).toBe(400);
    expect(await stored.collection('upload_chunks').countDocuments()).toBe(0);
  });

  it('is refused for a missing sensor type and with an unknown query', async () => {
    const table = form(part('; name="file"; filename="a.csv"', '1,1\n2,2'));
    expect((await send({ body: table }, '/sensorType/upload/64b000000000000000000000')).status).toBe(404);
    expect((await send({ body: table }, `/sensorType/upload/${sensor.id}?dryRun=perhaps`)).status).toBe(422);
    expect((await send({ body: whole }, '/floor/upload?upload=x')).status).toBe(400);
    expect((await send({ body: whole }, '/floor/upload?managerId=x')).status).toBe(400);
    await until(async () => (await stored.collection('upload_chunks').countDocuments()) === 0);
  });
});

describe('the name of a file', () => {
  /** The name in the form, and the name that is stored. */
  const names: [string, string][] = [
    ['../../../etc/passwd', 'passwd'],
    ['..\\\\..\\\\windows\\\\win.ini', 'win.ini'],
    ['/var/lib/plan', 'plan'],
    ['%2e%2e%2fplan', '%2e%2e%2fplan'],
    ['..', '..'],
    ['a\0b', 'ab'],
    ['a%0D%0ASet-Cookie: a=b', 'a%0D%0ASet-Cookie: a=b'],
    ['pl\u202egnp.exe', 'plgnp.exe'],
    ['\u200b\ufeffplan', 'plan'],
    ['a\u001b[31mred', 'a[31mred'],
    ['a'.repeat(10_000), 'a'.repeat(251)],
    ['__proto__', '__proto__'],
    ['constructor', 'constructor'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ["=HYPERLINK('x')", "=HYPERLINK('x')"],
    ['$where', '$where'],
    ['CON', 'CON'],
    ['plan.php', 'plan.php'],
    ['Grundriß 👷', 'Grundriß 👷'],
  ];

  it.each(names)('is never a path, and is shown without control characters: %j', async (name, left) => {
    const plan = await send({ body: form(part(`; name="floormap"; filename="${name}.png"`, PLAN)) });
    expect({ status: plan.status, message: plan.body.message }).toEqual({
      status: 200,
      message: 'Image uploaded!',
    });
    const { fileName } = plan.body.data as unknown as UploadedPlan;
    expect(fileName).toMatch(/^[0-9a-f]{24}\.png$/);
    expect(await stored.collection('files').findOne({ fileName })).not.toBeNull();

    const body = form(part(`; name="file"; filename="${name}.csv"`, '1,1\n2,2'));
    const table = await send({ body }, `/sensorType/upload/${sensor.id}`);
    expect(table.status).toBe(200);
    const shown = await installation.api.get<{ table: CalibrationCurve & { fileName: string } }>(
      `/sensorType/upload/${sensor.id}`,
    );
    expect(shown.table.fileName).toBe(`${left}.csv`);
  });

  it('is required', async () => {
    const nameless = await send({
      body: form(part('; name="floormap"', PLAN, 'Content-Type: application/octet-stream')),
    });
    expect({ status: nameless.status, message: nameless.body.message }).toEqual({
      status: 422,
      message: 'Choose an image of type .png, .jpeg, .jpg or .svg',
    });
  });

  it.each(['plan.png.exe', 'plan.php', 'plan.svg.js', 'plan.png/', 'plan.png .', 'plan', '.'])(
    'is refused if it is not that of an image: %s',
    async (name) => {
      const { status, body } = await send({
        body: form(part(`; name="floormap"; filename="${name}"`, PLAN)),
      });
      expect({ status, message: body.message }).toEqual({
        status: 422,
        message: 'Choose an image of type .png, .jpeg, .jpg or .svg',
      });
    },
  );

  it('and the content type in the form do not determine the stored type', async () => {
    for (const type of ['text/html', 'image/svg+xml', 'application/x-msdownload', 'x', '']) {
      const file = part('; name="floormap"; filename="a.png"', PLAN, `Content-Type: ${type}`);
      const { body } = await send({ body: form(file) });
      const { mapUrl } = body.data as unknown as UploadedPlan;
      const kept = await fetch(`${installation.product.addresses.url}${mapUrl}`);
      expect({ type, kept: kept.headers.get('content-type') }).toEqual({ type, kept: 'image/png' });
    }
  });
});
