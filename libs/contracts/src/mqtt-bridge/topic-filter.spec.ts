import { describe, expect, it } from '@jest/globals';
import { failureOfInput } from '../errors.ts';
import { TopicFilter } from './topic-filter.ts';

const faultOf = (filter: string) => {
  const { error } = TopicFilter.safeParse(filter);
  return error && failureOfInput(error, filter);
};

describe('a topic filter', () => {
  it.each([
    'devices/pump01/telemetry',
    'devices/+/image',
    'devices/pump01/#',
    '+',
    '#',
    '+/+/+',
    '/',
    '//',
    '/+/',
    '+/#',
    ' a b ',
    '$SYS/#',
    'Größe/温度/🌡️',
    'a'.repeat(65_535),
    'é'.repeat(32_767),
  ])('may be %s', (filter) => {
    expect(TopicFilter.parse(filter)).toBe(filter);
  });

  it.each([
    ['nothing', '', 'This field is required'],
    [
      'a + beside other characters',
      'devices/pump+/telemetry',
      'A + stands for a whole level, between slashes',
    ],
    ['two + in a level', '++', 'A + stands for a whole level, between slashes'],
    ['a # before the last level', 'devices/#/telemetry', 'A # stands alone in the last level'],
    ['a # beside other characters', 'devices/pump#', 'A # stands alone in the last level'],
    ['a # that begins its level', 'devices/#1', 'A # stands alone in the last level'],
    ['two # in the last level', 'devices/##', 'A # stands alone in the last level'],
    ['two levels of #', '#/#', 'A # stands alone in the last level'],
    ['a NUL', 'devices/\0', 'A topic has no NUL character, and no half of a character'],
    ['half of a character', 'devices/\ud83c', 'A topic has no NUL character, and no half of a character'],
    ['65,536 bytes', 'a'.repeat(65_536), 'At most 65,535 bytes'],
    ['32,768 characters of two bytes', 'é'.repeat(32_768), 'At most 65,535 bytes'],
  ])('is not %s', (_, filter, says) => {
    expect(faultOf(filter)).toMatchObject({ kind: 'invalid', fields: { body: says } });
  });
});
