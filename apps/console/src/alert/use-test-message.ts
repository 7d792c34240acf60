import type { TestOutcome } from '@telemon/contracts/alerting/alert-changes';
import { useNotify } from 'react-admin';
import { ask } from '../data/ask.ts';
import { useAct } from '../kit/use-act.ts';
import { translateMessage } from '../texts/translate.ts';
import { type Text, useText } from '../texts/use-text.ts';
import { outcomeInWords, waysOf } from './delivery-words.ts';

/** "SMS queued · Email held: The limit of the device is used up". */
const outcomesOf = (test: TestOutcome, text: Text): string =>
  waysOf(test)
    .map((way) => {
      const { reason } = test[way];
      const outcome = outcomeInWords(way, test[way], text);
      return reason === null ? outcome : `${outcome}: ${translateMessage(reason)}`;
    })
    .join(' · ');

/** Sends a test message of an alert, and shows its outcome on each channel. */
export const useTestMessage = () => {
  const text = useText();
  const notify = useNotify();
  return useAct({
    mutationFn: (id: string) => ask('POST /alert/:id/test', { id }),
    onSuccess: ({ delivery }) => {
      const ways = waysOf(delivery);
      const isHeld = ways.some((way) => ['held', 'failed'].includes(delivery[way].state));
      if (ways.length === 0) notify('resources.alert.test.nobody', { type: 'warning' });
      else {
        notify('resources.alert.test.outcome', {
          type: isHeld ? 'warning' : 'success',
          messageArgs: { outcome: outcomesOf(delivery, text) },
        });
      }
    },
  });
};
