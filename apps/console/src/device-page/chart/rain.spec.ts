import { describe, expect, it } from '@jest/globals';
import { rainBars } from './rain.ts';

const SECOND = 1_000;
const DAY: [number, number] = [0, 86_400 * SECOND];

const everySeconds = (seconds: number) =>
  Array.from({ length: 86_400 / seconds }, (_, index) => ({ time: index * seconds * SECOND, rain: 0.25 }));

describe('the bars of rain', () => {
  it('stand apart however closely the readings come, and lose no rain', () => {
    const points = everySeconds(100);
    const bars = rainBars(points, DAY, 240);
    const pixels = bars.flatMap((bar, index) => (bar === null ? [] : [(points[index]!.time / DAY[1]) * 240]));
    expect(pixels).toHaveLength(40);
    for (let index = 1; index < pixels.length; index += 1) {
      expect(pixels[index]! - pixels[index - 1]!).toBeGreaterThan(5);
    }
    expect(bars.reduce<number>((sum, bar) => sum + (bar ?? 0), 0)).toBe(points.length * 0.25);
  });

  it('are one for each reading where there is room', () => {
    const points = everySeconds(3_600);
    expect(rainBars(points, DAY, 800)).toEqual(points.map(({ rain }) => rain));
  });

  it('are none where no reading has a value of rain', () => {
    expect(rainBars([{ time: 5, rain: null }], DAY, 800)).toEqual([null]);
  });
});
