import { AlertLogEntry } from '@telemon/contracts/alerting/alerts';
import { useSearchParams } from 'react-router';
import { Segments } from '../layout/segments.tsx';
import { useText } from '../texts/use-text.ts';

const { status: Status } = AlertLogEntry.shape;

/** Of which status the log is shown, as the address says; undefined for all of it. */
export const useStatus = () => Status.safeParse(useSearchParams()[0].get('status')).data;

/** All of the log, what waits to be acknowledged, or what has been. */
export const StatusFilter = () => {
  const text = useText();
  const [, setSearch] = useSearchParams();
  return (
    <Segments
      label={text('alerts.log.filter')}
      value={useStatus() ?? 'all'}
      options={[
        { value: 'all', label: text('alerts.log.all') },
        { value: 'Pending', label: text('alerts.pending') },
        { value: 'Acknowledged', label: text('alerts.acknowledged') },
      ]}
      onChange={(value) =>
        setSearch((before) => {
          const next = new URLSearchParams(before);
          next.delete('page');
          if (value === 'all') next.delete('status');
          else next.set('status', value);
          return next;
        })
      }
    />
  );
};
