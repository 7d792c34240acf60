import { Box } from '@mui/material';
import { ADJUSTMENT_RANGES } from '@telemon/contracts/devices/treatment';
import { BooleanInput, NumberInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useChoices } from '../kit/choice-input.tsx';
import { useText } from '../texts/use-text.ts';
import { chosenSensors, type DeviceValues, type SensorNumber } from './device-values.ts';
import { FormSection } from './form-section.tsx';

const PARTS = ['from', 'to', 'value'] as const;
const PLACES = Array.from({ length: ADJUSTMENT_RANGES }, (_, place) => place);

const ROW = {
  display: 'grid',
  gridTemplateColumns: '12px repeat(3, minmax(0, 1fr))',
  gap: 1,
  mt: 1,
  color: 'text.secondary',
  fontSize: 13,
};

/** The ranges of one sensor. Each input's accessible name includes its column heading. */
const Ranges = ({ number, name }: { number: SensorNumber; name: string }) => {
  const text = useText();
  const title = text('resources.device.form.rangesOf', { number, name });
  return (
    <Box role="group" aria-label={title} className="wide">
      <Box component="h4" sx={{ m: 0, fontSize: 13, fontWeight: 600 }}>
        {title}
      </Box>
      <Box sx={ROW} aria-hidden="true">
        <span />
        {PARTS.map((part) => (
          <span key={part}>{text(`resources.device.form.ranges.${part}`)}</span>
        ))}
      </Box>
      {PLACES.map((place) => (
        <Box key={place} sx={ROW}>
          <Box component="span" aria-hidden="true" sx={{ lineHeight: '36px' }}>
            {place + 1}
          </Box>
          {PARTS.map((part) => (
            <NumberInput
              key={part}
              source={`sensorAdjustment.sensor${number}.${place}.${part}`}
              label={false}
              helperText={false}
              slotProps={{
                htmlInput: {
                  'aria-label': text('resources.device.form.rangePart', {
                    number,
                    place: place + 1,
                    part: text(`resources.device.form.ranges.${part}`),
                  }),
                },
              }}
            />
          ))}
        </Box>
      ))}
    </Box>
  );
};

export const AdjustmentSection = () => {
  const text = useText();
  const values = useWatch() as DeviceValues;
  const sensors = useChoices('sensor-types-of-manager', { managerId: values.managerId });
  const numbers = chosenSensors(values);
  const nameOf = (number: SensorNumber): string =>
    sensors?.find(({ id }) => id === values[`sensorId${number}`])?.sensorName ?? '';
  return (
    <FormSection title="resources.device.form.adjustment" hint="resources.device.form.adjustmentHint">
      <BooleanInput source="sensorAdjustment.enabled" helperText={false} className="wide" />
      {values.sensorAdjustment?.enabled && numbers.length === 0 && (
        <p className="wide quiet">{text('resources.device.form.adjustmentNone')}</p>
      )}
      {values.sensorAdjustment?.enabled &&
        numbers.map((number) => <Ranges key={number} number={number} name={nameOf(number)} />)}
    </FormSection>
  );
};
