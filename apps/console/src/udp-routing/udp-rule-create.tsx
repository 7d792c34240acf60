import { TOPIC_MAX_LENGTH } from '@telemon/contracts/outbound';
import { NewUdpRoute, ROUTE_MESSAGE_MAX_LENGTH } from '@telemon/contracts/udp-router/udp-routes';
import { BooleanInput, NumberInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { DeviceInput } from '../device/device-input.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { CertificateInput } from './certificate-input.tsx';
import { type UdpRuleValues, faultOfPasted, newRule, ruleToSend } from './udp-rule-values.ts';

const OF_MACHINES = { autoCapitalize: 'none', spellCheck: false } as const;
const TOPIC = { htmlInput: { maxLength: TOPIC_MAX_LENGTH, ...OF_MACHINES } };
const MESSAGE = { htmlInput: { maxLength: ROUTE_MESSAGE_MAX_LENGTH } };

/** The message that is published when the route connects, or when it disconnects. */
const MessageFields = ({ when }: { when: 'connect' | 'disconnect' }) => (
  <>
    <TextInput source={`${when}Message`} multiline maxRows={4} helperText={false} slotProps={MESSAGE} />
    <TextInput source={`${when}Topic`} helperText={false} slotProps={TOPIC} />
    <BooleanInput source={`${when}Retain`} helperText="resources.udp-routing.hints.retain" className="wide" />
  </>
);

const Fields = () => {
  const { prePostEnable, tlsEnabled } = useWatch() as UdpRuleValues;
  return (
    <>
      <DeviceInput source="deviceId" label="resources.udp-routing.fields.deviceId" />
      <TextInput source="topic" helperText="resources.udp-routing.hints.topic" slotProps={TOPIC} />
      <TextInput
        source="host"
        helperText="resources.udp-routing.hints.host"
        slotProps={{ htmlInput: { maxLength: 253, ...OF_MACHINES } }}
      />
      <NumberInput source="port" min={1} max={65_535} helperText="resources.udp-routing.hints.port" />
      <BooleanInput
        source="prePostEnable"
        helperText="resources.udp-routing.hints.prePostEnable"
        className="wide"
      />
      {prePostEnable && (
        <>
          <MessageFields when="connect" />
          <MessageFields when="disconnect" />
        </>
      )}
      <BooleanInput
        source="tlsEnabled"
        helperText="resources.udp-routing.hints.tlsEnabled"
        className="wide"
      />
      {tlsEnabled && <CertificateInput />}
    </>
  );
};

export default function UdpRuleCreate() {
  const [search] = useSearchParams();
  return (
    <FormDialog<UdpRuleValues>
      resource="udp-routing"
      schema={NewUdpRoute}
      values={newRule(search.get('device'))}
      toSend={ruleToSend}
      alsoWrong={faultOfPasted}
      savedMessage="resources.udp-routing.created"
    >
      <Fields />
    </FormDialog>
  );
}
