import { ADJUSTMENT_RANGES } from '@telemon/contracts/devices/treatment';
import { useWatch } from 'react-hook-form';
import { BareNumberInput } from '../form/inputs.tsx';
import { SwitchInput } from '../form/switch-input.tsx';
import { useText } from '../texts/use-text.ts';
import { chosenSensors, type DeviceValues, type SensorNumber } from './device-values.ts';
import { FormSection } from './form-section.tsx';
import { useSensorTypesOf } from './use-choices.ts';
import styles from './adjustment-section.module.css';

const PARTS = ['from', 'to', 'value'] as const;
const PLACES = Array.from({ length: ADJUSTMENT_RANGES }, (_, place) => place);

const Ranges = ({ number, name }: { number: SensorNumber; name: string }) => {
  const text = useText();
  return (
    <fieldset className={styles.ranges}>
      <legend>{text('devices.form.rangesOf', { number, name })}</legend>
      <div className={styles.row} aria-hidden="true">
        <span />
        {PARTS.map((part) => (
          <span key={part}>{text(`devices.form.ranges.${part}`)}</span>
        ))}
      </div>
      {PLACES.map((place) => (
        <div key={place} className={styles.row}>
          <span className="quiet numbers" aria-hidden="true">
            {place + 1}
          </span>
          {PARTS.map((part) => (
            <BareNumberInput
              key={part}
              source={`sensorAdjustment.sensor${number}.${place}.${part}`}
              label={text('devices.form.rangePart', {
                number,
                place: place + 1,
                part: text(`devices.form.ranges.${part}`),
              })}
            />
          ))}
        </div>
      ))}
    </fieldset>
  );
};

/** What is added to a sensor's values, range by range. */
export const AdjustmentSection = () => {
  const text = useText();
  const values = useWatch() as DeviceValues;
  const sensorTypes = useSensorTypesOf(values.managerId || null);
  const numbers = chosenSensors(values);
  const nameOf = (number: SensorNumber) =>
    sensorTypes?.find(({ id }) => id === values[`sensorId${number}`])?.sensorName ?? '';
  return (
    <FormSection title={text('devices.form.adjustment')} hint={text('devices.form.adjustmentHint')}>
      <SwitchInput source="sensorAdjustment.enabled" label={text('devices.form.adjustmentSwitch')} />
      {values.sensorAdjustment?.enabled && numbers.length === 0 && (
        <p className={styles.none}>{text('devices.form.adjustmentNone')}</p>
      )}
      {values.sensorAdjustment?.enabled &&
        numbers.map((number) => <Ranges key={number} number={number} name={nameOf(number)} />)}
    </FormSection>
  );
};
