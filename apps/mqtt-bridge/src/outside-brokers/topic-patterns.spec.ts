import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TopicFilters } from '../blocked-topics/topic-filters.ts';
import { TopicPatterns } from './topic-patterns.ts';

const faultOf = (list: string): string => {
  try {
    TopicPatterns.of(list);
  } catch (error) {
    return (error as Error).message;
  }
  return 'none';
};

describe('the patterns of topics', () => {
  it('become filters of MQTT', () => {
    const { filters } = TopicPatterns.of('plant/{deviceName}/data, site/+/{deviceName}/#');
    expect(filters).toEqual(['plant/+/data', 'site/+/+/#']);
  });

  it.each([
    ['plant/pump01/data', 'pump01'],
    ['site/north/tank_02/level', 'tank_02'],
    ['site/north/tank_02', 'tank_02'],
    ['site/north/tank_02/a/b', 'tank_02'],
    ['plant/pump01', null],
    ['plant/pump01/data/more', null],
    ['site/north', null],
    ['other/pump01/data', null],
  ])('find the name in %s: %s', (topic, name) => {
    expect(TopicPatterns.of('plant/{deviceName}/data,site/+/{deviceName}/#').nameIn(topic)).toBe(name);
  });

  it('accept exactly the topics that their filters match', () => {
    const level = fc.constantFrom('a', 'b', '');
    const patterns = fc
      .tuple(
        fc.array(fc.constantFrom('a', 'b', '+'), { maxLength: 2 }),
        fc.array(fc.constantFrom('a', '+'), { maxLength: 2 }),
        fc.boolean(),
      )
      .map(([before, after, hasRest]) =>
        [...before, '{deviceName}', ...after, ...(hasRest ? ['#'] : [])].join('/'),
      );
    const topics = fc.array(level, { minLength: 1, maxLength: 5 }).map((levels) => levels.join('/'));
    fc.assert(
      fc.property(patterns, topics, (text, topic) => {
        const pattern = TopicPatterns.of(text);
        expect(pattern.nameIn(topic) !== null).toBe(new TopicFilters(pattern.filters).matches(topic));
      }),
    );
  });
});

describe('a list of patterns is refused', () => {
  it.each([
    ['', 'should have one level that is {deviceName}'],
    ['plant/data', 'should have one level that is {deviceName}'],
    ['{deviceName}/{deviceName}', 'should have one level that is {deviceName}'],
    ['plant/pump-{deviceName}/data', 'should have one level that is {deviceName}'],
    ['plant/{deviceName}/{sensor}', 'should have no braces'],
    ['plant/{deviceName}/a+', 'should have + as a whole level'],
    ['plant/#/{deviceName}', '# as the last one'],
    ['$share/g/plant/{deviceName}', 'should not begin with $share'],
    ['a/{deviceName},', 'has ""'],
    [
      'a/{deviceName}/b,a/+/{deviceName}',
      'has "a/{deviceName}/b" and "a/+/{deviceName}": a topic can belong to both',
    ],
    ['a/{deviceName}/#,{deviceName}/b', 'a topic can belong to both'],
  ])('%j', (list, fault) => expect(faultOf(list)).toContain(fault));
});
