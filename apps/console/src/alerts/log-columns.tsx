import type { AlertLogEntry } from '@telemon/contracts/alerting/alerts';
import { DeviceLink } from '../devices/device-link.tsx';
import { options, rowNumber, type Column } from '../list/column.tsx';
import { TimeAgo } from '../list/time-ago.tsx';
import { AcknowledgeChip } from './acknowledge-chip.tsx';
import { ClearedAt } from './cleared-at.tsx';
import { DeliveryCell } from './delivery-cell.tsx';
import { Measured } from './measured.tsx';
import { OrDash } from './or-dash.tsx';
import { CriteriaButton } from './rule-dialogs.tsx';

export type LogRow = AlertLogEntry & { id: string };

/** One firing per row: what, when, who was told, who knows. */
export const logColumns: Column<LogRow>[] = [
  rowNumber<LogRow>(),
  {
    name: 'device',
    label: 'alerts.columns.deviceName',
    sort: 'deviceName',
    fixed: true,
    onCard: 'title',
    render: ({ deviceName }) => <DeviceLink deviceName={deviceName} />,
  },
  {
    name: 'status',
    label: 'alerts.columns.status',
    fixed: true,
    onCard: 'actions',
    render: (entry) => <AcknowledgeChip entry={entry} />,
  },
  { name: 'sensor', label: 'alerts.columns.sensorName', render: ({ sensorName }) => sensorName },
  { name: 'value-type', label: 'alerts.columns.valueType', render: ({ valueType }) => valueType },
  {
    name: 'type',
    label: 'alerts.columns.alertType',
    render: ({ alertType, criteria, sensorName }) => (
      <>
        {alertType} <Measured values={criteria.values} sensorName={sensorName} />
      </>
    ),
  },
  {
    name: 'value',
    label: 'alerts.columns.value',
    render: ({ value, sensorName }) => <Measured values={[value]} sensorName={sensorName} />,
    numeric: true,
  },
  {
    name: 'triggered',
    label: 'alerts.columns.triggeredAt',
    sort: 'triggeredAt',
    render: ({ triggeredAt }) => <TimeAgo at={triggeredAt} />,
  },
  {
    name: 'cleared',
    label: 'alerts.columns.clearedAt',
    render: ({ triggeredAt, clearedAt }) => <ClearedAt triggeredAt={triggeredAt} clearedAt={clearedAt} />,
  },
  {
    name: 'delivery',
    label: 'alerts.columns.delivery',
    render: ({ delivery }) => <DeliveryCell delivery={delivery} />,
  },
  {
    name: 'acknowledged',
    label: 'alerts.columns.acknowledgedAt',
    render: ({ isAck }) => <OrDash>{isAck && <TimeAgo at={isAck} />}</OrDash>,
  },
  {
    name: 'acknowledged-by',
    label: 'alerts.columns.acknowledgedBy',
    render: ({ ackBy }) => <OrDash>{ackBy}</OrDash>,
  },
  options<LogRow>(({ id }) => <CriteriaButton id={id} />),
];
