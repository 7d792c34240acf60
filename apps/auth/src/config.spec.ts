import { describe, expect, it } from '@jest/globals';
import { generateKeyPairSync } from 'node:crypto';
import { AuthVariables } from './config.ts';

const parse = (TOKEN_PRIVATE_KEY: string) =>
  AuthVariables.parse({
    HEALTH_PORT: '1',
    NATS_URL: 'nats://127.0.0.1:4222',
    MONGODB_URL: 'mongodb://127.0.0.1:27017/auth',
    KAFKA_BROKERS: '127.0.0.1:9092',
    REDIS_URL: 'redis://127.0.0.1:6379',
    PUBLIC_URL: 'https://telemon.example.com',
    TOKEN_PRIVATE_KEY,
  });

describe('the key that signs tokens', () => {
  it.each([
    ['nothing', ''],
    ['no key', 'abc'],
    ['an RSA key', rsaKey()],
  ])('is rejected where it is %s', (_, key) => {
    expect(() => parse(key)).toThrow('Ed25519');
  });
});

function rsaKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' })).toString('base64');
}
