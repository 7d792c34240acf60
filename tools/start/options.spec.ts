import { describe, expect, it } from '@jest/globals';
import { readOptions } from './options.ts';

const refusal = (args: string[], environment: Record<string, string> = {}): string => {
  try {
    readOptions(args, environment);
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
};

describe('options', () => {
  it('have defaults', () => {
    expect(readOptions([], {})).toMatchObject({
      PORT: 8080,
      MQTT_PORT: 1883,
      UDP_PORT: 7000,
      DEMO: 'auto',
      ADMIN_EMAIL: 'admin@telemon.local',
      LOG_LEVEL: 'info',
      TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  });

  it('come from flags before the environment', () => {
    const options = readOptions(['--port', '9000', '--mqtt-port=1884', '--data', '/tmp/t', '--no-demo'], {
      PORT: '9001',
      UDP_PORT: '7001',
      DEMO: 'on',
    });
    expect(options).toMatchObject({
      PORT: 9000,
      MQTT_PORT: 1884,
      UDP_PORT: 7001,
      DATA_DIR: '/tmp/t',
      DEMO: 'off',
    });
  });

  it('treat an empty variable as unset', () => {
    expect(readOptions([], { PORT: '', SMTP_URL: '' })).toMatchObject({ PORT: 8080 });
  });

  it.each([
    [['--port', 'abc'], {}, 'PORT=abc should be a port from 1 to 65535'],
    [['--port', '70000'], {}, 'PORT=70000 should be a port from 1 to 65535'],
    [[], { UDP_PORT: '0' }, 'UDP_PORT=0 should be a port from 1 to 65535'],
    [[], { MQTT_PORT: '-1' }, 'MQTT_PORT=-1 should be a port from 1 to 65535'],
    [[], { DEMO: 'maybe' }, 'DEMO=maybe should be on or off'],
    [[], { TIMEZONE: 'Mars/Olympus' }, 'TIMEZONE=Mars/Olympus should be a time zone such as Europe/Paris'],
    [[], { LOG_LEVEL: 'loud' }, 'LOG_LEVEL=loud should be fatal, error, warn, info, debug or trace'],
    [[], { ADMIN_EMAIL: 'me' }, 'ADMIN_EMAIL=me should be an e-mail address'],
    [
      [],
      { PUBLIC_URL: 'telemon' },
      'PUBLIC_URL=telemon should be an address such as https://telemon.example.com',
    ],
    [
      [],
      { KAFKA_BROKERS: 'a:secret@kafka' },
      'KAFKA_BROKERS should be host:port, several separated by commas',
    ],
    [[], { PORT: '1883' }, 'PORT and MQTT_PORT are both 1883; each should be a port of its own'],
    [
      [],
      { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_FROM: '+15005550006' },
      'TWILIO_AUTH_TOKEN should be set too: Twilio needs account, token and sender',
    ],
  ])('%j %j is refused with a valid example or range', (args, environment, message) => {
    expect(refusal(args, environment as unknown as Record<string, string>)).toBe(message);
  });

  it('are all named when several are wrong', () => {
    expect(refusal([], { PORT: 'x', DEMO: 'y' }).split('\n')).toHaveLength(2);
  });

  it('never repeat a possible secret', () => {
    const message = refusal([], { ADMIN_PASSWORD: 'secret', MONGODB_URL: 'https://root:secret@example.com' });
    expect(message).not.toContain('secret');
    expect(message.split('\n')).toEqual([
      'ADMIN_PASSWORD should be 8 to 42 characters',
      'MONGODB_URL should be an address such as mongodb://user:password@host:27017/?authSource=admin',
    ]);
  });

  it.each([
    ['ADMIN_PASSWORD', 'Password1', 'should not be a common password'],
    ['ADMIN_PASSWORD', 'aaaaaaaaaaaa', 'should not repeat a few characters'],
    [
      'MONGODB_URL',
      'mongodb://root:changeme@db.internal:27017/',
      'holds a password that should not be a common password',
    ],
    ['NATS_URL', 'nats://telemon:telemon@nats.internal:4222', 'holds a password that equals the user name'],
    [
      'REDIS_URL',
      'redis://:hunter2@redis.internal:6379',
      'holds a password that should have at least 8 characters',
    ],
  ])('are refused with a secret that is easy to guess: %s=%s', (name, value, message) => {
    expect(refusal([], { [name]: value })).toBe(`${name} ${message}`);
  });

  it.each([
    [['--prot', '9000'], "Unknown option '--prot'"],
    [['--port'], "Option '--port <value>' argument missing"],
    [['9000'], "Unexpected argument '9000'"],
  ])('%j is refused with a list of the flags', (args, reason) => {
    expect(refusal(args)).toBe(
      `${reason}. Known are --port, --mqtt-port, --udp-port, --data, --demo, --no-demo and --help.`,
    );
  });
});
