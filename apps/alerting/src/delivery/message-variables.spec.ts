import { describe, expect, it } from '@jest/globals';
import { MESSAGE_VARIABLES } from '@telemon/contracts/alerting/alerts';
import fc from 'fast-check';
import { type MessageVariable, asMoment, asNumber, fillIn } from './message-variables.ts';

const NAMES = Object.keys(MESSAGE_VARIABLES) as MessageVariable[];
const values = (of: (name: MessageVariable) => string) =>
  Object.fromEntries(NAMES.map((name) => [name, of(name)])) as Record<MessageVariable, string>;

describe('message variables', () => {
  it('are replaced by values of the reading and the alert', () => {
    const message =
      '$name ($devid): $data$data is $alerttype $setpoint by $delta at $timestamp, $5 $dat $$data';
    const filled = fillIn(
      message,
      values((name) => `<${name.slice(1)}>`),
    );
    expect(filled).toBe(
      '<name> (<devid>): <data><data> is <alerttype> <setpoint> by <delta> at <timestamp>, $5 $dat $<data>',
    );
  });

  it('are replaced in one pass: a variable inside a value stays text', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('$&', '$`', "$'", '$1', '$<x>', '$$', '{{7*7}}', '${1}', ...NAMES),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(text, fc.constantFrom(...NAMES))), text, (parts, value) => {
        // Builds the expected text by hand, in one pass from left to right.
        const message = parts.join('|');
        let expected = '';
        for (let at = 0; at < message.length;) {
          const name = NAMES.find((each) => message.startsWith(each, at));
          expected += name ? value : message[at];
          at += name ? name.length : 1;
        }
        expect(
          fillIn(
            message,
            values(() => value),
          ),
        ).toBe(expected);
      }),
    );
  });

  it('show numbers without floating-point noise', () => {
    expect(asNumber(0.1 + 0.2)).toBe('0.3');
    expect(asNumber(101.0005)).toBe('101.0005');
    expect(asNumber(-40)).toBe('-40');
  });

  it('show times in the installation’s time zone', () => {
    const instant = Date.parse('2026-11-21T09:38:12Z');
    expect(asMoment('Asia/Kolkata', instant)).toMatch(/^21 Nov 2026, 15:08:12/);
    expect(asMoment('UTC', instant)).toBe('21 Nov 2026, 09:38:12 UTC');
  });
});
