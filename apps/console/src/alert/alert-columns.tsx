import type { Alert } from '@telemon/contracts/alerting/alerts';
import { useDataTableRenderContext, useListContext } from 'react-admin';
import { DeviceLink } from '../kit/device-link.tsx';
import { Column } from '../kit/column.tsx';
import { TimeAgo } from '../kit/time-ago.tsx';
import { useText } from '../texts/use-text.ts';
import { OrDash } from './or-dash.tsx';
import { AlertState, FiringSince, PresentValue } from './present-value.tsx';
import { ruleColumns } from './rule.tsx';
import { MessageButton } from './rule-dialog.tsx';
import { SeverityChip } from './severity-chip.tsx';

/** These columns can always be chosen, but are shown only if an alert on the page has a value for them. */
const MqttColumn = ({ source }: { source: 'host' | 'port' | 'topic' }) => {
  const { data = [] } = useListContext<Alert>();
  const isChoice = useDataTableRenderContext() === 'columnsSelector';
  if (!isChoice && !data.some((alert) => alert[source])) return null;
  return (
    <Column<Alert>
      source={source}
      align={source === 'port' ? 'right' : undefined}
      className="wraps"
      render={(alert) => <OrDash>{alert[source]}</OrDash>}
    />
  );
};

/** A long address may break before its domain. */
const EmailAddress = ({ email }: { email: string }) => {
  const [name, domain] = email.split('@');
  return (
    <span>
      {name}
      <wbr />@{domain}
    </span>
  );
};

const EnabledWord = ({ flag }: { flag: Alert['mqttEnabled'] }) => (
  <>{useText()(`resources.alert.mqtt.${flag}`)}</>
);

/** Hidden until the user chooses them; the state and value columns summarise them. */
export const RARE_COLUMNS = [
  'severity',
  'sensorName',
  'valueType',
  'alertType',
  'mqttEnabled',
  'host',
  'port',
  'topic',
  'createdAt',
];
/** Also hidden at first in a narrow window. */
export const WIDE_COLUMNS = ['contact', 'email', 'message'];

/** The state and the rule of an alert; the device page leaves out the device. */
export const alertColumns = [
  <Column<Alert>
    key="deviceName"
    source="deviceName"
    onCard="title"
    isFixed
    render={({ deviceName }) => <DeviceLink deviceName={deviceName} />}
  />,
  <Column<Alert> key="firing" source="firing">
    <AlertState />
  </Column>,
  <Column<Alert>
    key="severity"
    source="severity"
    render={({ severity }) => <SeverityChip severity={severity} />}
  />,
  <Column<Alert> key="value" label="resources.alert.fields.value" className="wraps">
    <PresentValue />
  </Column>,
  <Column<Alert> key="since" label="resources.alert.fields.since">
    <FiringSince />
  </Column>,
  <Column<Alert> key="contact" source="contact" render={({ contact }) => <OrDash>{contact}</OrDash>} />,
  <Column<Alert>
    key="email"
    source="email"
    className="wraps"
    render={({ email }) => <OrDash>{email && <EmailAddress email={email} />}</OrDash>}
  />,
  ...ruleColumns,
  <Column<Alert>
    key="mqttEnabled"
    source="mqttEnabled"
    render={({ mqttEnabled }) => <EnabledWord flag={mqttEnabled} />}
  />,
  <MqttColumn key="host" source="host" />,
  <MqttColumn key="port" source="port" />,
  <MqttColumn key="topic" source="topic" />,
  <Column<Alert> key="createdAt" source="createdAt" render={({ createdAt }) => <TimeAgo at={createdAt} />} />,
  <Column<Alert> key="message" source="message" disableSort>
    <MessageButton />
  </Column>,
];
