import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { IsoTimes } from './iso-times.ts';

it('writes any instants as a date does', () => {
  const near = fc.integer({ min: -90_000_000, max: 90_000_000 }).map((ms) => Date.UTC(2028, 1, 29) + ms);
  const any = fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 });
  fc.assert(
    fc.property(fc.array(fc.oneof(near, any)), (instants) => {
      const iso = new IsoTimes();
      expect(instants.map((instant) => iso.of(instant))).toEqual(
        instants.map((instant) => new Date(instant).toISOString()),
      );
    }),
  );
});
