import { outboxOf } from '@telemon/testing/alert-log';
import type { ApiClient } from '@telemon/testing/api-client';
import { until } from '@telemon/testing/waiting';

/**
 * Waits until more than `after` different codes have reached a number or address; returns the last one. A second copy of a
 * message has the same code.
 */
export const codeSentTo = (api: ApiClient, to: string, after = 0): Promise<string> =>
  until(
    async () => {
      const messages = await outboxOf(api, { to });
      const codes = new Set(messages.toReversed().flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? []));
      return codes.size > after && [...codes].at(-1);
    },
    // Calls are limited where codes are.
    { everyMs: 100, what: `a code for ${to}` },
  );
