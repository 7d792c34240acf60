import type { Event } from '@telemon/contracts/alerting/events';
import { EVENT_POLL_MS, RARE_COLUMNS, eventColumns } from '../event/event-columns.tsx';
import { RowNumber } from '../kit/column.tsx';
import { Picture } from '../kit/picture.tsx';
import { ResourceList } from '../kit/resource-list.tsx';
import { useText } from '../texts/use-text.ts';

interface Props {
  deviceName: string;
  isStaleSaid: boolean;
}

/** The events of a device. */
export default function EventTab({ deviceName, isStaleSaid }: Props) {
  const text = useText();
  return (
    <ResourceList<Event>
      isAside
      resource="events-of-device"
      label="device.tabs.active-events"
      isSearched={false}
      filter={{ deviceName }}
      hiddenColumns={RARE_COLUMNS}
      isStaleSaid={isStaleSaid}
      pollMs={EVENT_POLL_MS}
      empty={
        <Picture icon="criteria" title={text('device.noEvents.title')} what={text('device.noEvents.what')} />
      }
    >
      <RowNumber />
      {eventColumns}
    </ResourceList>
  );
}
