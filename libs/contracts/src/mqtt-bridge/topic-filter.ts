import '../words.ts';
import { z } from 'zod';

/** The longest text in a packet of MQTT, bytes of UTF-8. */
const LONGEST_BYTES = 65_535;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/**
 * A topic filter by the rules of MQTT (5.0, section 4.7): levels between slashes, which may be empty; `+` stands for a whole level, `#`
 * for all further levels, so it is the last. Spaces count, so nothing is trimmed.
 */
export const TopicFilter = z
  .string()
  .min(1)
  .refine((filter) => bytesOf(filter) <= LONGEST_BYTES, 'At most 65,535 bytes')
  .refine(
    (filter) => filter.isWellFormed() && !filter.includes('\0'),
    'A topic has no NUL character, and no half of a character',
  )
  .refine(
    (filter) => filter.split('/').every((level) => level === '+' || !level.includes('+')),
    'A + stands for a whole level, between slashes',
  )
  .refine(
    (filter) =>
      filter
        .split('/')
        .every((level, index, { length }) => (level === '#' ? index === length - 1 : !level.includes('#'))),
    'A # stands alone in the last level',
  );
