import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import type { AlertLogEntry } from '@telemon/contracts/alerting/alerts';
import { ask } from '../data/ask.ts';
import { Icon } from '../layout/icon.tsx';
import { useHandOn } from '../list/use-hand-on.ts';
import { useText } from '../texts/use-text.ts';
import styles from './acknowledge-chip.module.css';

/** Pending, until somebody clicks it; Acknowledged for good. */
export const AcknowledgeChip = ({ entry }: { entry: AlertLogEntry }) => {
  const text = useText();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const acknowledge = useMutation({
    mutationFn: () =>
      ask('POST /alertLog/acknowledge/:deviceName', { deviceName: entry.deviceName, id: entry.id }),
    onError: (error) => notify(error.message, { type: 'error' }),
    onSettled: () =>
      Promise.all(
        ['alert-log', 'alert-log-of-device'].map((name) =>
          queryClient.invalidateQueries({ queryKey: [name] }),
        ),
      ),
  });
  const handOn = useHandOn('acknowledge');
  if (entry.status === 'Acknowledged') {
    return (
      <span className={styles.acknowledged}>
        <Icon name="check" size={16} strokeWidth={2} />
        {text('alerts.acknowledged')}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={styles.pending}
      title={text('alerts.acknowledgeThis')}
      aria-disabled={acknowledge.isPending}
      onClick={() => acknowledge.isPending || acknowledge.mutate()}
      {...handOn}
    >
      {text('alerts.pending')}
    </button>
  );
};
