import type { Event } from '@telemon/contracts/alerting/events';
import { useRecordContext } from 'react-admin';
import { OrDash } from '../alert/or-dash.tsx';
import { Measured, ValueTypeOfRule } from '../alert/rule.tsx';
import { Column } from '../kit/column.tsx';
import { TimeAgo } from '../kit/time-ago.tsx';
import { useText } from '../texts/use-text.ts';

/** Interval of polling, ms: the live stream has no occurrences. */
export const EVENT_POLL_MS = 10_000;

/** Hidden until the user chooses them. */
export const RARE_COLUMNS = ['lastOccurredAt'];

const TypeOfEvent = () => {
  const { eventType } = useRecordContext<Event>()!;
  return <>{useText()(`enumerated.eventType.${eventType}`)}</>;
};

/** When the newest occurrence began, and whether it lasts. */
const LastOccurrence = ({ lastOccurredAt, occurring }: Event) => {
  const text = useText();
  return (
    <>
      <OrDash>{lastOccurredAt && <TimeAgo at={lastOccurredAt} />}</OrDash>
      {occurring && <div className="quiet">{text('resources.event.now')}</div>}
    </>
  );
};

/** The fields of an event, without its device. */
export const eventColumns = [
  <Column<Event> key="sensorName" source="sensorName" className="wraps" />,
  <Column<Event> key="valueType" source="valueType">
    <ValueTypeOfRule />
  </Column>,
  <Column<Event>
    key="setPoint"
    source="setPoint"
    align="right"
    className="numbers"
    render={({ setPoint, sensorName }) => <Measured values={[setPoint]} sensorName={sensorName} />}
  />,
  <Column<Event> key="eventType" source="eventType" field={TypeOfEvent} />,
  <Column<Event>
    key="lastOccurredAt"
    source="lastOccurredAt"
    render={(event) => <LastOccurrence {...event} />}
  />,
  <Column<Event> key="createdAt" source="createdAt" render={({ createdAt }) => <TimeAgo at={createdAt} />} />,
];
