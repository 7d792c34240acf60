import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { metricsText } from '@telemon/platform/metrics';
import { SessionsThatEnd } from '@telemon/testing/ended-sessions';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type GivenGateway, givenGateway } from '../../testing/given-gateway.ts';

const PAGE = `<!doctype html>
<meta name="telemon-tiles" content="" data-attribution="" />
<meta name="telemon-mqtt" content="" />
<meta name="telemon-udp" content="" />
<meta name="telemon-outbox" content="" />
<script type="module" src="/assets/index-1.js"></script>`;
const SCRIPT = 'export const words = "words ";'.repeat(200);

let folder: string;
let gateway: GivenGateway;
let sessionsThatEnd: SessionsThatEnd;
let base: string;

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${base}${path}`, { headers: { accept: 'text/html,*/*', ...headers } });
/** Over a raw socket: fetch would normalize the path and decompress the answer. */
const getRaw = (path: string, headers = ''): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
    socket.on('error', reject).on('close', () => resolve(text));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`);
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-spec-'));
  await mkdir(join(folder, 'dist/assets'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'not for anyone');
  await writeFile(join(folder, 'dist/index.html'), PAGE);
  await writeFile(join(folder, 'dist/robots.txt'), 'User-agent: *');
  const script = join(folder, 'dist/assets/index-1.js');
  await writeFile(script, SCRIPT);
  await writeFile(`${script}.br`, brotliCompressSync(SCRIPT));
  await writeFile(`${script}.gz`, gzipSync(SCRIPT));
  await writeFile(`${script}.map`, '{}');
  await writeFile(join(folder, 'dist/assets/inter-1.woff2'), Buffer.alloc(5_000, 1));
  const settings = {
    CONSOLE_DIR: join(folder, 'dist'),
    MAP_TILES_URL: 'https://{s}.tiles.example.com/{z}/{x}/{y}.png?a=1&b="2"',
    MAP_TILES_ATTRIBUTION: '© <b>Maps</b> & $1',
    DATA_ROUTING_URL: 'https://flows.example.com:1880/red/#flow/1',
    MQTT_ADDRESS: 'mqtt.example.com:8883',
    UDP_ADDRESS: 'udp.example.com:7001',
  };
  sessionsThatEnd = await SessionsThatEnd.start();
  gateway = await givenGateway({ settings, endedSessions: sessionsThatEnd.call });
  base = gateway.url;
});
afterAll(async () => {
  await gateway.stop();
  await sessionsThatEnd.stop();
  await rm(folder, { recursive: true });
});

describe('the console', () => {
  it.each([
    '/',
    '/auth/login',
    '/dashboard/home?x=1',
    '/dashboard/info/pump01',
    '/dashboard/device/create',
    '/info/pump01',
    '/index.html',
  ])('answers with its page at %s', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toContain('<script type="module" src="/assets/index-1.js">');
  });

  it('has the settings of the installation in its page, escaped', async () => {
    const page = await (await get('/')).text();
    expect(page).toContain(
      '<meta name="telemon-tiles" content="https://{s}.tiles.example.com/{z}/{x}/{y}.png?a=1&amp;b=&quot;2&quot;" data-attribution="© &lt;b&gt;Maps&lt;/b&gt; &amp; $1" />',
    );
    expect(page).toContain('<meta name="telemon-mqtt" content="mqtt.example.com:8883" />');
    expect(page).toContain('<meta name="telemon-udp" content="udp.example.com:7001" />');
    expect(page).toContain('<meta name="telemon-outbox" content="off" />');
  });

  it('may frame the site of the flow editor alone', async () => {
    const policy = (await get('/')).headers.get('content-security-policy')!;
    expect(policy).toContain('; frame-src https://flows.example.com:1880;');
  });

  it('may load its own scripts, and map tiles as images', async () => {
    const policy = (await get('/')).headers.get('content-security-policy')!;
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/script-src[^;]*(unsafe|\*|data:)/);
    expect(policy).toContain("img-src 'self' data: blob: https://*.tiles.example.com;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('upgrade-insecure-requests');
  });

  it('lets browsers cache for good the files whose names change with their content', async () => {
    const response = await get('/assets/index-1.js');
    expect(await response.text()).toBe(SCRIPT);
    expect(response.headers.get('content-type')).toMatch(/^\w+\/javascript; charset=utf-8$/i);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await get('/robots.txt')).headers.get('cache-control')).toBe('no-cache');
  });

  it.each([
    ['br', 'gzip, deflate, br', 'br'],
    ['gzip', 'gzip', 'gzip'],
    ['plain', 'identity', undefined],
    ['plain', 'gzip;q=0, br;q=0', undefined],
  ])('comes %s to a browser that accepts %s', async (_, accepted, coding) => {
    const answer = await getRaw('/assets/index-1.js', `Accept-Encoding: ${accepted}\r\n`);
    const head = answer.slice(0, answer.indexOf('\r\n\r\n'));
    expect(/content-encoding: (\w+)/.exec(head)?.[1]).toBe(coding);
    expect(head).toContain('vary: accept-encoding');
    const length = Number(/content-length: (\d+)/.exec(head)?.[1]);
    if (coding) expect(length).toBeLessThan(SCRIPT.length / 10);
    else expect(length).toBe(SCRIPT.length);
  });

  it('does not compress a file that is compressed already', async () => {
    const answer = await getRaw('/assets/inter-1.woff2', 'Accept-Encoding: br, gzip\r\n');
    expect(answer).not.toContain('content-encoding');
    expect(answer).toContain('content-length: 5000');
  });

  it('is not sent again to a browser that has it', async () => {
    const etag = (await get('/')).headers.get('etag')!;
    const again = await get('/', { 'if-none-match': etag });
    expect({ status: again.status, text: await again.text() }).toEqual({ status: 304, text: '' });
  });

  it.each([
    '/assets/gone-2.js',
    '/assets/index-1.js.map',
    '/assets/index-1.js.br',
    '/assets/',
    '/favicon.ico',
    '/v1',
    '/v1/nothing',
    '/docs/nothing.js',
    '/outbox',
    '/.env',
    '/secret.txt',
  ])('answers 404 to a missing file or call: %s', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: true, data: null });
  });

  it.each(['//v1/device', '/V1/device', '/v1%2fdevice', '/v1\\device', '/v1;x/device', '/Docs'])(
    'answers 404 to another spelling of a path: %s',
    async (path) => {
      const answer = await getRaw(path, 'Accept: text/html\r\n');
      expect(answer).toMatch(/^HTTP\/1.1 404 /);
    },
  );

  it('answers 404 to a program that accepts only JSON', async () => {
    expect((await get('/nowhere', { accept: 'application/json' })).status).toBe(404);
  });

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '//etc/passwd',
    '/assets/%00',
  ])('serves no file outside its folder: %s', async (path) => {
    const answer = await getRaw(path);
    expect(answer).toMatch(/^HTTP\/1.1 (200|404|400) /);
    expect(answer).not.toContain('not for anyone');
    expect(answer).not.toContain('root:');
  });

  it('answers only GET and HEAD', async () => {
    expect((await fetch(`${base}/`, { method: 'POST' })).status).toBe(404);
    const head = await fetch(`${base}/`, { method: 'HEAD' });
    expect({ status: head.status, text: await head.text() }).toEqual({ status: 200, text: '' });
  });
});

describe('the gateway’s health', () => {
  it('is served on the port that load balancers see, and its requests are counted', async () => {
    expect(await (await get('/health/live')).json()).toEqual({ status: 'up' });
    expect(await (await get('/health/ready')).json()).toMatchObject({
      status: 'up',
      checks: { started: 'up' },
    });
    expect(await metricsText()).toMatch(
      /telemon_http_request_duration_seconds_count\{[^}]*route="\/health\/live"/,
    );
  });
});
