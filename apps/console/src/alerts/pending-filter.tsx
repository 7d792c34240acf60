import { useSearchParams } from 'react-router';
import { Segments } from '../layout/segments.tsx';
import { useText } from '../texts/use-text.ts';

/** All of the log, or what waits to be acknowledged. */
export const PendingFilter = () => {
  const text = useText();
  const [search, setSearch] = useSearchParams();
  return (
    <Segments
      label={text('alerts.log.filter')}
      value={search.get('status') === 'Pending' ? 'Pending' : 'all'}
      options={[
        { value: 'all', label: text('alerts.log.all') },
        { value: 'Pending', label: text('alerts.log.pending') },
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
