import { describe, expect, it } from '@jest/globals';
import { TopicFilter } from '@telemon/contracts/mqtt-bridge/topic-filter';
import { randomOf } from '@telemon/testing/random';
import { TopicFilters } from './topic-filters.ts';

const matches = (filter: string, topic: string) => new TopicFilters([filter]).matches(topic);

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
/** The rules as a regular expression: another way to the same verdict. */
const expected = (filter: string, topic: string): boolean => {
  if (topic.startsWith('$') && /^[+#]/.test(filter)) return false;
  if (filter === '#') return true;
  const hasRest = filter.endsWith('/#');
  const levels = (hasRest ? filter.slice(0, -2) : filter).split('/');
  const pattern = levels.map((level) => (level === '+' ? '[^/]*' : literal(level))).join('/');
  return new RegExp(`^${pattern}${hasRest ? '(?:/.*)?' : ''}$`, 's').test(topic);
};

describe('a topic filter', () => {
  // The examples of MQTT 5.0, sections 4.7.1 and 4.7.2, and the topics of devices.
  it.each([
    ['sport/tennis/player1/#', 'sport/tennis/player1', true],
    ['sport/tennis/player1/#', 'sport/tennis/player1/ranking', true],
    ['sport/tennis/player1/#', 'sport/tennis/player1/score/wimbledon', true],
    ['sport/tennis/player1/#', 'sport/tennis/player10', false],
    ['sport/tennis/player1/#', 'sport/tennis', false],
    ['#', 'sport', true],
    ['#', '/', true],
    ['sport/tennis/+', 'sport/tennis/player1', true],
    ['sport/tennis/+', 'sport/tennis/player1/ranking', false],
    ['sport/+', 'sport', false],
    ['sport/+', 'sport/', true],
    ['+/+', '/finance', true],
    ['/+', '/finance', true],
    ['+', '/finance', false],
    ['+/tennis/#', 'sport/tennis', true],
    ['#', '$SYS/monitor/Clients', false],
    ['+/monitor/Clients', '$SYS/monitor/Clients', false],
    ['$SYS/#', '$SYS/monitor/Clients', true],
    ['$SYS/#', '$SYS', true],
    ['$SYS/monitor/+', '$SYS/monitor/Clients', true],
    ['sport/#', 'sport/$SYS', true],
    ['sport/+', 'sport/$SYS', true],
    ['devices/+/image', 'devices/pump01/image', true],
    ['devices/+/image', 'devices/pump01/telemetry', false],
    ['devices/pump01/telemetry', 'devices/pump01/telemetry', true],
    ['devices/pump01/telemetry', 'devices/PUMP01/telemetry', false],
    ['devices/pump01/telemetry', 'devices/pump01/telemetry/', false],
    ['devices/pump01', 'devices/pump01/telemetry', false],
    ['ACCOUNTS', 'Accounts', false],
    ['a b/+', 'a b/c', true],
    ['constructor/+', 'constructor/__proto__', true],
  ])('%s matches %s: %s', (filter, topic, verdict) => {
    expect(matches(filter, topic)).toBe(verdict);
    expect(expected(filter, topic)).toBe(verdict);
  });
});

describe('topic filters', () => {
  const WORDS = ['', 'a', 'b', 'ab', '$x', 'é', ' ', '.', '*', '__proto__'];
  const of = <Item>(random: () => number, items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)]!;
  const levelsOf = (random: () => number, words: readonly string[]) =>
    Array.from({ length: 1 + Math.floor(random() * 4) }, () => of(random, words)).join('/');
  const topicOf = (random: () => number) => levelsOf(random, WORDS);
  const filterOf = (random: () => number) => {
    const filter = levelsOf(random, [...WORDS, '+', '+', '+']);
    return of(random, [filter, filter, `${filter}/#`, '#', '+/#']);
  };

  it('match exactly the topics that one of them matches by the rules', () => {
    let matched = 0;
    for (let seed = 1; seed <= 20_000; seed++) {
      const random = randomOf(seed);
      const filters = Array.from({ length: 1 + Math.floor(random() * 4) }, () => filterOf(random)).filter(
        (filter) => TopicFilter.safeParse(filter).success,
      );
      const topic = topicOf(random);
      const verdict = new TopicFilters(filters).matches(topic);
      const wanted = filters.some((filter) => expected(filter, topic));
      expect({ seed, filters, topic, verdict }).toEqual({ seed, filters, topic, verdict: wanted });
      if (verdict) matched++;
    }
    // Both verdicts have been tried often.
    expect(matched).toBeGreaterThan(2_000);
    expect(matched).toBeLessThan(18_000);
  });

  it('match a topic of many levels without deep recursion', () => {
    const deep = 'a/'.repeat(30_000);
    expect(matches(`${'+/'.repeat(30_000)}#`, deep)).toBe(true);
    expect(matches(deep, `${deep}a`)).toBe(false);
  });

  it('match nothing if there are none', () => {
    expect(new TopicFilters([]).matches('devices/pump01/telemetry')).toBe(false);
  });
});
