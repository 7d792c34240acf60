import { describe, expect, it } from '@jest/globals';
import { contactDigits } from './contact-digits.ts';

describe('the digits of a number', () => {
  it.each([
    ['+47 912 34 567', '4791234567'],
    ['+47-912-34.567', '4791234567'],
    ['+49 (0)151 234567', '49151234567'],
    ['+1 (500) 555-0006', '15005550006'],
    ['no number', ''],
  ])('are found in any format: %s', (written, digits) => {
    expect(contactDigits(written)).toBe(digits);
  });
});
