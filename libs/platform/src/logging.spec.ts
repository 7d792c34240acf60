import { beforeEach, describe, expect, it } from '@jest/globals';
import { loggerTo } from './logging.ts';

const lines: string[] = [];
const logger = loggerTo({ write: (line) => void lines.push(line) });
beforeEach(() => {
  lines.length = 0;
});
const last = () => JSON.parse(lines.at(-1)!) as Record<string, unknown>;

const SECRET = 'canary-3f9a';

describe('a log line', () => {
  it('holds its message, its fields and its time', () => {
    logger.info({ deviceName: 'pump01', count: 3, at: new Date(0), ok: true, gone: null }, 'ready');
    expect(last()).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-/),
      deviceName: 'pump01',
      count: 3,
      at: '1970-01-01T00:00:00.000Z',
      ok: true,
      gone: null,
      msg: 'ready',
    });
  });

  it.each(['\r\n', '\u0000', '\u001b[31m', '\u007f', '\u0085', '\u009b31m', '\u2028', '\u202e', '\u2067'])(
    'escapes control characters and keeps its meaning: %j',
    (control) => {
      logger.info({ deviceName: `pump${control}01`, [control]: 1 }, `from${control}somebody`);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(/^[^\p{Cc}\u2028\u2029\p{Bidi_Control}]*\n$/u);
      expect(last()).toMatchObject({
        deviceName: `pump${control}01`,
        [control]: 1,
        msg: `from${control}somebody`,
      });
    },
  );

  it.each([
    'password',
    'currentPassword',
    'repeatPassword',
    'confirmpassword',
    'passwordHash',
    'passwordSha256',
    'token',
    'refreshToken',
    'accessToken',
    'TWILIO_AUTH_TOKEN',
    'secretHash',
    'userOtp',
    'mobileOtp',
    'authorization',
    'Authorization',
    'cookie',
    'set-cookie',
    'apiKey',
    'privateKey',
    'credentials',
  ])('holds no %s, however deep', (name) => {
    const deep = { a: { b: { c: { d: [{ [name]: SECRET }] } } } };
    logger.info({ [name]: SECRET, request: { body: { [name]: { inner: SECRET } } }, deep }, 'asked');
    expect(lines.join('')).not.toContain(SECRET);
    expect(last()).toMatchObject({ [name]: '[redacted]', request: { body: { [name]: '[redacted]' } } });
  });

  it('holds no login of an address and no token, also within texts and errors', () => {
    const address = `mongodb://root:${SECRET}@db.internal:27017,db2.internal/telemon`;
    const bearer = `Bearer eyJhbGciOiJFZERTQSJ9.${SECRET}.c2ln`;
    const error = Object.assign(new TypeError(`Invalid URL ${address}`, { cause: new Error(bearer) }), {
      input: address,
      config: { headers: { authorization: SECRET }, url: `https://user:${SECRET}@api.example.com/x` },
    });
    logger.warn({ reason: address }, `no answer of ${address}`);
    logger.error({ err: error, context: { header: bearer } }, 'unexpected error');
    logger.error(error);
    logger.error('failed with %s', bearer);
    expect(lines).toHaveLength(4);
    expect(lines.join('')).not.toContain(SECRET);
    expect(lines[0]).toContain('mongodb://[redacted]@db.internal:27017');
    expect(JSON.parse(lines[1]!)).toMatchObject({ err: { type: 'TypeError', stack: expect.any(String) } });
  });

  it('shows bytes as their number, and copes with circular references', () => {
    const circle: Record<string, unknown> = { name: 'a' };
    circle['self'] = circle;
    logger.info({ payload: Buffer.from(SECRET), circle }, 'odd');
    expect(last()).toMatchObject({ payload: '11 bytes', circle: { name: 'a' } });
    expect(lines.join('')).not.toContain(SECRET);
  });

  it('below the level does not read its fields', () => {
    const trap = {
      get field() {
        throw new Error('read');
      },
    };
    expect(() => logger.debug(trap, 'quiet')).not.toThrow();
    expect(lines).toEqual([]);
  });
});
