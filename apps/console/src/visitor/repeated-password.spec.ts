import { expect, it } from '@jest/globals';
import { passwordsDiffer, passwordsDiverge } from './repeated-password.ts';

it.each([
  ['', 'a pass', false, false],
  ['a password', '', false, false],
  ['a password', 'a pass', true, false],
  ['a password', 'a pas$', true, true],
  ['a password', 'a password', false, false],
  ['a password', 'a password too', true, true],
])('compares %j and %j, complete or while typing', (password, repeated, differ, part) => {
  expect(passwordsDiffer(password, repeated)).toBe(differ);
  expect(passwordsDiverge(password, repeated)).toBe(part);
});
