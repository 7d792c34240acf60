import type { Alert } from '@telemon/contracts/alerting/alerts';
import { DeviceLink } from '../devices/device-link.tsx';
import { options, rowNumber, type Column } from '../list/column.tsx';
import { DeleteWithConfirm } from '../list/delete-with-confirm.tsx';
import { TimeAgo } from '../list/time-ago.tsx';
import { useText } from '../texts/use-text.ts';
import { AlertTypeCell } from './alert-type-cell.tsx';
import { OrDash } from './or-dash.tsx';
import { CriteriaButton, MessageButton } from './rule-dialogs.tsx';

export type AlertRow = Alert & { id: string };

const Remove = ({ alert }: { alert: AlertRow }) => {
  const text = useText();
  const { alertType, deviceName, sensorName, criteria } = alert;
  return (
    <DeleteWithConfirm
      resource="alerts"
      record={alert}
      label={text('alerts.delete')}
      what={text('alerts.deleteWhat', {
        rule: `${sensorName} ${alertType} ${criteria.values.join(', ')}`,
        device: deviceName,
      })}
    />
  );
};

const EnabledWord = ({ flag }: { flag: 'enabled' | 'disabled' }) => <>{useText()(`alerts.mqtt.${flag}`)}</>;

/** What an alert is made of, in the documents' order; the device page shows the same. */
export const ruleColumns: Column<AlertRow>[] = [
  rowNumber<AlertRow>(),
  {
    name: 'device',
    label: 'alerts.columns.deviceName',
    sort: 'deviceName',
    fixed: true,
    onCard: 'title',
    render: ({ deviceName }) => <DeviceLink deviceName={deviceName} />,
  },
  { name: 'contact', label: 'alerts.columns.contact', render: ({ contact }) => <OrDash>{contact}</OrDash> },
  { name: 'email', label: 'alerts.columns.email', render: ({ email }) => <OrDash>{email}</OrDash> },
  { name: 'sensor', label: 'alerts.columns.sensorName', render: ({ sensorName }) => sensorName },
  { name: 'value-type', label: 'alerts.columns.valueType', render: ({ valueType }) => valueType },
  { name: 'type', label: 'alerts.columns.alertType', render: (alert) => <AlertTypeCell {...alert} /> },
  {
    name: 'mqtt',
    label: 'alerts.columns.mqttEnabled',
    render: ({ mqttEnabled }) => <EnabledWord flag={mqttEnabled} />,
  },
  { name: 'host', label: 'alerts.columns.host', render: ({ host }) => <OrDash>{host}</OrDash> },
  {
    name: 'port',
    label: 'alerts.columns.port',
    render: ({ port }) => <OrDash>{port}</OrDash>,
    numeric: true,
  },
  { name: 'topic', label: 'alerts.columns.topic', render: ({ topic }) => <OrDash>{topic}</OrDash> },
  {
    name: 'created',
    label: 'alerts.columns.createdAt',
    sort: 'createdAt',
    render: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
  { name: 'message', label: 'alerts.columns.message', render: ({ id }) => <MessageButton id={id} /> },
];

export const alertColumns: Column<AlertRow>[] = [
  ...ruleColumns,
  options<AlertRow>((alert) => (
    <>
      <CriteriaButton id={alert.id} />
      <Remove alert={alert} />
    </>
  )),
];
