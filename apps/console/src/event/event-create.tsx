import { EventType, NewEvent } from '@telemon/contracts/alerting/events';
import { ValueType } from '@telemon/contracts/readings';
import { NumberInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { DeviceSensorInputs } from '../device/device-sensor-inputs.tsx';
import { EnumInput } from '../kit/enum-input.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';

type Values = {
  deviceName: string | null;
  sensorId: number | null;
  valueType: ValueType;
  eventType: EventType;
  setPoint: number | null;
};

const Fields = () => {
  const { eventType } = useWatch() as Values;
  return (
    <>
      <DeviceSensorInputs />
      <EnumInput source="valueType" words="valueType" options={ValueType.options} />
      <EnumInput
        source="eventType"
        words="eventType"
        options={EventType.options}
        helperText={`resources.event.types.${eventType}`}
      />
      <NumberInput source="setPoint" min={0} />
    </>
  );
};

export default function EventCreate() {
  const [search] = useSearchParams();
  return (
    <FormDialog<Values>
      resource="event"
      schema={NewEvent}
      values={{
        deviceName: search.get('device'),
        sensorId: null,
        valueType: 'Current',
        eventType: 'Above',
        setPoint: null,
      }}
      savedMessage="resources.event.created"
    >
      <Fields />
    </FormDialog>
  );
}
