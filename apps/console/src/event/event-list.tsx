import type { Event } from '@telemon/contracts/alerting/events';
import { useRecordContext } from 'react-admin';
import { Route } from 'react-router';
import { type Rule, ruleInWords } from '../alert/rule-words.ts';
import { RowActions, RowNumber } from '../kit/column.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { DeviceColumn } from '../kit/device-link.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { infoOf } from '../kit/list-info.tsx';
import { ResourceList } from '../kit/resource-list.tsx';
import { NO_WIDTH, useHiddenAtFirst } from '../kit/use-hidden-at-first.ts';
import { EVENT_POLL_MS, eventColumns } from './event-columns.tsx';

const FITS_FROM = { createdAt: 1080, lastOccurredAt: NO_WIDTH };

const EventCreate = lazyPart(() => import('./event-create.tsx'));

/** An event's rule is that of an alert with one set point. */
const ruleOf = ({ sensorName, valueType, eventType, setPoint }: Event): Rule => ({
  sensorName,
  valueType,
  alertType: eventType,
  criteria: { values: [setPoint], timePeriod: null },
});

const Delete = () =>
  useRecordContext<Event>()!.mayDelete && (
    <DeleteButton<Event>
      what={(event, text) =>
        text('resources.event.deleteWhat', {
          rule: ruleInWords(ruleOf(event), text),
          device: event.deviceName,
        })
      }
    />
  );

/** Manage Events. */
export default function EventList() {
  return (
    <ResourceList<Event>
      exported="event"
      label="pages.events"
      info={infoOf('event', 'what', 'recorded', 'sensor')}
      hiddenColumns={useHiddenAtFirst(FITS_FROM)}
      pollMs={EVENT_POLL_MS}
      dialogs={<Route path="create" element={<EventCreate />} />}
    >
      <RowNumber />
      <DeviceColumn source="deviceName" />
      {eventColumns}
      <RowActions>
        <Delete />
      </RowActions>
    </ResourceList>
  );
}
