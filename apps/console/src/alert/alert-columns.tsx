import { Box } from '@mui/material';
import type { Alert } from '@telemon/contracts/alerting/alerts';
import { DeviceColumn } from '../kit/device-link.tsx';
import { Column, SparseColumn } from '../kit/column.tsx';
import { TimeAgo } from '../kit/time-ago.tsx';
import { NO_WIDTH, useHiddenAtFirst } from '../kit/use-hidden-at-first.ts';
import { useText } from '../texts/use-text.ts';
import { OrDash } from './or-dash.tsx';
import { AlertState, FiringSince, PresentValue, SINCE } from './present-value.tsx';
import { ruleColumns } from './rule.tsx';
import { MessageButton } from './rule-dialog.tsx';
import { SeverityChip } from './severity-chip.tsx';

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

/** The contact; of an alert that only publishes over MQTT, its topic. */
const Contact = ({ contact, email, mqttEnabled, host, port, topic }: Alert) => {
  const text = useText();
  if (contact === null && email === null && mqttEnabled === 'enabled') {
    return (
      <Box component="span" title={`${host}:${port}`} sx={{ overflowWrap: 'anywhere' }}>
        {text('resources.alert.mqtt.only', { topic })}
      </Box>
    );
  }
  return <OrDash>{contact}</OrDash>;
};

const EnabledWord = ({ flag }: { flag: Alert['mqttEnabled'] }) => (
  <>{useText()(`resources.alert.mqtt.${flag}`)}</>
);

/** The documented columns whose content is in no other column come first (decision 86). */
const FITS_FROM = {
  [SINCE]: 1024,
  contact: 1160,
  email: 1300,
  message: 1400,
  createdAt: 1536,
  mqttEnabled: 1660,
  sensorName: 1790,
  valueType: 1900,
  alertType: 2080,
  host: 2460,
  port: 2460,
  topic: 2460,
  severity: NO_WIDTH,
};

/** The columns that are hidden until the user chooses them. */
export const useHiddenAlertColumns = () => useHiddenAtFirst(FITS_FROM);

/** A part of the address at which an alert's MQTT messages arrive. */
const mqttColumn = (source: 'host' | 'port' | 'topic', align?: 'right') => (
  <SparseColumn<Alert>
    key={source}
    source={source}
    align={align}
    className="wraps"
    render={(alert) => <OrDash>{alert[source]}</OrDash>}
  />
);

/** The state and the rule of an alert; the device page leaves out the device. */
export const alertColumns = [
  <DeviceColumn key="deviceName" source="deviceName" />,
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
  <Column<Alert> key="since" label={SINCE}>
    <FiringSince />
  </Column>,
  <Column<Alert>
    key="contact"
    source="contact"
    className="wraps"
    render={(alert) => <Contact {...alert} />}
  />,
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
  mqttColumn('host'),
  mqttColumn('port', 'right'),
  mqttColumn('topic'),
  <Column<Alert> key="createdAt" source="createdAt" render={({ createdAt }) => <TimeAgo at={createdAt} />} />,
  <Column<Alert> key="message" source="message" disableSort>
    <MessageButton />
  </Column>,
];
