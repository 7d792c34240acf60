import { TOPIC_MAX_LENGTH } from '@telemon/contracts/outbound';
import { BooleanInput, NumberInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';

/** The part of an alert's form that names the MQTT topic to publish to. */
export interface MqttTargetValues {
  mqttEnabled: boolean;
  host: string | null;
  port: number | null;
  topic: string | null;
}

export const NO_TARGET: MqttTargetValues = { mqttEnabled: false, host: null, port: null, topic: null };

/** The target of the request; without MQTT its fields are null, whatever they hold. */
export const targetToSend = ({ mqttEnabled, host, port, topic }: MqttTargetValues) => ({
  ...(mqttEnabled ? { host, port, topic } : { host: null, port: null, topic: null }),
  mqttEnabled: mqttEnabled ? 'enabled' : 'disabled',
});

/** The switch, and the fields of the target while it is on. */
export const MqttTargetFields = () => {
  const isEnabled = useWatch({ name: 'mqttEnabled' }) as boolean;
  return (
    <>
      <BooleanInput source="mqttEnabled" helperText={false} className="wide" />
      {isEnabled && (
        <>
          <TextInput
            source="host"
            helperText="resources.alert.hints.host"
            slotProps={{ htmlInput: { maxLength: 253, autoCapitalize: 'none', spellCheck: false } }}
          />
          <NumberInput source="port" min={1} max={65_535} helperText="resources.alert.hints.port" />
          <TextInput
            source="topic"
            className="wide"
            helperText="resources.alert.hints.topic"
            slotProps={{
              htmlInput: { maxLength: TOPIC_MAX_LENGTH, autoCapitalize: 'none', spellCheck: false },
            }}
          />
        </>
      )}
    </>
  );
};
