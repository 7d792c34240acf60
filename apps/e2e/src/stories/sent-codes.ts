import { outboxOf } from '@telemon/testing/alert-log';
import type { ApiClient } from '@telemon/testing/api-client';
import { until } from '@telemon/testing/waiting';

/** The one-time code in the newest message to a number or address, once there are more than `after`. */
export const codeSentTo = (api: ApiClient, to: string, after = 0): Promise<string> =>
  until(
    async () => {
      const messages = await outboxOf(api, { to });
      return messages.length > after && /\b\d{6}\b/.exec(messages[0]!.text)?.[0];
    },
    { what: `a code for ${to}` },
  );
