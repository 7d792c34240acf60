import type { Event } from '@telemon/contracts/alerting/events';
import { EVENT_POLL_MS, RARE_COLUMNS, eventColumns } from '../event/event-columns.tsx';
import { RowNumber } from '../kit/column.tsx';
import { Picture } from '../kit/picture.tsx';
import { ResourceList } from '../kit/resource-list.tsx';

/** The events of a device. */
export default function EventTab({ deviceName }: { deviceName: string }) {
  return (
    <ResourceList<Event>
      isAside
      resource="events-of-device"
      label="device.tabs.active-events"
      filter={{ deviceName }}
      hiddenColumns={RARE_COLUMNS}
      pollMs={EVENT_POLL_MS}
      empty={<Picture icon="criteria" title="device.noEvents.title" what="device.noEvents.what" />}
    >
      <RowNumber />
      {eventColumns}
    </ResourceList>
  );
}
