import { describe, expect, it } from '@jest/globals';
import { weaknessOf, weaknessOfBrokerLogin, weaknessOfLogin } from './weak-secrets.ts';

describe('a secret chosen by a person', () => {
  it.each([
    ['', 'should have at least 8 characters'],
    ['admin', 'should have at least 8 characters'],
    ['1234567', 'should have at least 8 characters'],
    ['password', 'should not be a common password'],
    ['PassWord1', 'should not be a common password'],
    ['changeme', 'should not be a common password'],
    ['admin@telemon.local', 'should not be a common password'],
    ['aaaaaaaaaaaaaaaa', 'should not repeat a few characters'],
    ['abababababab', 'should not repeat a few characters'],
  ])('is refused if it can be guessed: %j', (secret, weakness) => {
    expect(weaknessOf(secret)).toBe(weakness);
  });

  it.each(['Kf3wXq8ZrT2mNp7L', 'a manager of tanks', 'f00dfaceb00c1234'])(
    'is accepted otherwise: %j',
    (secret) => {
      expect(weaknessOf(secret)).toBeNull();
    },
  );
});

describe('a login in an address', () => {
  it.each([
    [
      'mongodb://root:example@mongo.internal:27017/telemon',
      'holds a password that should have at least 8 characters',
    ],
    [
      'mongodb+srv://telemon:password123@cluster.example.com/?retryWrites=true',
      'holds a password that should not be a common password',
    ],
    ['nats://administrator:administrator@10.0.0.5:4222', 'holds a password that equals the user name'],
    ['redis://:changeme@redis:6379', 'holds a password that should not be a common password'],
    ['redis://:p%40ssw0rd@redis:6379', 'holds a password that should not be a common password'],
    ['redis://:@redis:6379', 'holds a password that should have at least 8 characters'],
    [
      'mongodb://u:short@127.0.0.1:1,db.example.com:2/x',
      'holds a password that should have at least 8 characters',
    ],
    ['nats://u:short@127.0.0.1.evil.example:4222', 'holds a password that should have at least 8 characters'],
  ])('is refused if it can be guessed: %s', (address, weakness) => {
    expect(weaknessOfLogin(address)).toBe(weakness);
  });

  it.each([
    'mongodb://telemon:8f1c0b7a55d94e21@mongo.internal:27017/telemon?authSource=admin',
    'mongodb://root:root@127.0.0.1:27017/?replicaSet=rs0',
    'redis://:secret@localhost:6379',
    'nats://a:b@[::1]:4222',
    'mongodb://mongo.internal:27017/telemon',
    'nats://nats:4222',
  ])('is accepted otherwise, or not checked: %s', (address) => {
    expect(weaknessOfLogin(address)).toBeNull();
  });
});

describe('a login in a list of Kafka’s brokers', () => {
  it.each([
    ['telemon:telemon@kafka.internal:9092', 'holds a password that equals the user name'],
    ['u:short@127.0.0.1:1,kafka.internal:2', 'holds a password that should have at least 8 characters'],
    ['kafka-1:9092, u:p%40ssw0rd@kafka-2:9092', 'holds a password that should not be a common password'],
  ])('is refused if it can be guessed: %s', (list, weakness) => {
    expect(weaknessOfBrokerLogin(list)).toBe(weakness);
  });

  it.each([
    'telemon:8f1c0b7a55d94e21@kafka-1.internal:9092,kafka-2.internal:9092',
    'u:u@127.0.0.1:9092',
    'kafka.internal:9092',
  ])('is accepted otherwise, or not checked: %s', (list) => {
    expect(weaknessOfBrokerLogin(list)).toBeNull();
  });
});
