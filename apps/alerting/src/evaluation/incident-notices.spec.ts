import { describe, expect, it } from '@jest/globals';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { anAbove } from '../../testing/stream.ts';
import type { AlertDocument } from '../alerts/alerts.repository.ts';
import type { AlertNotice } from '../delivery/notice.ts';
import type { FlappingNotice } from './flapping.ts';
import { backToNormal, flappingAnnouncement } from './incident-notices.ts';
import { ruleOfAlert } from './rule.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');

const contextOf = (changes: Partial<AlertDocument> = {}, sensorNames: (string | null)[] = ['Air °C']) => ({
  rule: ruleOfAlert(anAbove(NOW, changes)),
  naming: { deviceAlias: 'Cold room 2', sensorNames },
  zone: 'Europe/Paris',
});

describe('the notice that an alert is back to normal', () => {
  const clearing = {
    entryId: 'entry',
    at: NOW,
    reading: { value: 7.4, timestamp: NOW - MINUTE_MS },
    endCause: null,
    isFlapping: false,
  };
  const noticeOf = (changes: Partial<AlertNotice> = {}) => ({ entryId: 'entry', ...changes }) as AlertNotice;
  const wordsOf = (changes: Partial<AlertDocument>, firedAgoMs: number, sensorNames?: (string | null)[]) => {
    const firedAt = new Date(NOW - firedAgoMs);
    return backToNormal(contextOf(changes, sensorNames), clearing, firedAt).say(noticeOf());
  };

  it.each([
    [30_000, 'less than a minute'],
    [25 * MINUTE_MS, '25 min'],
    [185 * MINUTE_MS, '3 h 5 min'],
    [52 * 60 * MINUTE_MS, '2 d 4 h'],
  ])('says the value, the time and how long it was so: %d ms', (firedAgoMs, lasted) => {
    expect(wordsOf({}, firedAgoMs)).toMatchObject({
      headline: 'Cold room 2: back to normal, 7.4 °C',
      text: `Cold room 2: back to normal, 7.4 °C at 10:59. It was above 8 °C for ${lasted}.`,
    });
  });

  it('names the sensor if the device has several, and counts the time period of a Periodic alert', () => {
    const periodic = { alertType: 'Periodic', timePeriod: 6 } as const;
    expect(wordsOf(periodic, 12 * MINUTE_MS, ['Air °C', 'Door', null, null]).text).toBe(
      'Cold room 2: Air back to normal, 7.4 °C at 10:59. It was below 8 °C for 6 h 12 min.',
    );
  });

  it('counts the hold time of an alert', () => {
    expect(wordsOf({ holdFor: 3_600 }, 5 * MINUTE_MS).text).toMatch(/ It was above 8 °C for 1 h 5 min\.$/);
  });

  it('has the value at that time in place of the firing’s, and is held while the alert flaps', () => {
    const measured = { value: null, setPoints: [8], changes: 7 } as unknown as AlertNotice['measured'];
    const notice = backToNormal(contextOf(), { ...clearing, isFlapping: true }, new Date(NOW));
    expect(notice.heldBecause).toBe('The alert is flapping');
    expect(notice.say(noticeOf({ measured: measured! })).measured).toEqual({
      value: 7.4,
      setPoints: [8],
      timestamp: new Date(NOW - MINUTE_MS),
    });
  });
});

describe('the notice about an alert that flaps', () => {
  const notice = (changes: Partial<FlappingNotice> = {}): FlappingNotice => ({
    kind: 'digest',
    entryId: 'entry',
    at: NOW,
    changes: 12,
    since: NOW - 60 * MINUTE_MS,
    isOver: false,
    isFiring: true,
    ...changes,
  });
  it.each<[Partial<FlappingNotice>, headline: string, text: RegExp]>([
    [
      { kind: 'flapping', changes: 6 },
      'above 8 °C again and again, 6 changes since 10:00',
      /It is above 8 °C now\. Until it has been calm for 15 minutes, /,
    ],
    [{}, 'above 8 °C again and again, 12 changes since 10:00', /since 10:00\. It is above 8 °C now\.$/],
    [
      { isOver: true, isFiring: false, changes: 1 },
      'calm again, 1 change since 10:00',
      /since 10:00\. It is normal now\.$/,
    ],
  ])('%j says how often it changed, and how it is now', (changes, headline, text) => {
    expect(flappingAnnouncement(contextOf(), notice(changes))).toMatchObject({
      headline: `Cold room 2: ${headline}`,
      text: expect.stringMatching(text),
      mqtt: null,
    });
  });

  it('has the number of changes for programs, and differs from others about the entry', () => {
    const mqtt = { host: 'broker.example.com', port: 1883, topic: 'plant/alerts' };
    const first = flappingAnnouncement(contextOf({ mqtt, severity: 'critical' }), notice());
    expect(first).toMatchObject({
      severity: 'critical',
      mqtt: { measured: { value: null, changes: 12, setPoints: [8], timestamp: new Date(NOW) } },
    });
    const second = flappingAnnouncement(contextOf(), notice({ at: NOW + 60 * MINUTE_MS }));
    expect(second.occasion).not.toBe(first.occasion);
  });
});
