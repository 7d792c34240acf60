import { Box, Button, TextField } from '@mui/material';
import { useEffect, useState, type FormEvent } from 'react';
import { useParams } from 'react-router';
import type { SensorOption } from '@telemon/contracts/devices/dashboards';
import { ChoiceButtons } from '../kit/choice-buttons.tsx';
import { ExportButton } from '../kit/export-button.tsx';
import { FoldedOnPhone } from '../kit/folded-on-phone.tsx';
import { NativeSelect } from '../kit/native-select.tsx';
import { dateOf, dateTime, isoDay, startOfDay } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import { QUICK_RANGES, daysOf, endsOf, faultOf, isOfDays, quickRange, quickRangeOf } from './range.ts';
import { useDeviceAddress } from './use-device-address.ts';
import { askedOf } from './view.ts';

/** On a phone, all but the quick ranges is folded, and the dates are side by side. */
const BAR = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  gap: 1.5,
  '& > .MuiFormControl-root': { flex: { xs: '1 1 100%', sm: '0 1 170px' } },
  '& > .date': { flexBasis: { xs: 130, sm: 150 } },
  '& > button, & > .export, & > [role=group]': { height: 36, flex: { xs: '1 1 100%', sm: '0 0 auto' } },
  '& > [role=group]': {
    ml: { lg: 'auto' },
    '& > button': { flex: { xs: 1, sm: 'none' }, px: 1.25, whiteSpace: 'nowrap' },
  },
} as const;
/** `sensors` is undefined while they load. */
interface Props {
  sensors: readonly SensorOption[] | undefined;
}

/** Selects sensor and range: Submit applies the dates; a sensor or a quick range applies at once. */
export const FilterBar = ({ sensors }: Props) => {
  const text = useText();
  const { deviceName } = useParams();
  const { view, look } = useDeviceAddress();
  const { sensor, range } = view;
  const now = Date.now();
  const { from, to } = daysOf(range, now);
  const [chosen, setChosen] = useState({ from, to });
  useEffect(() => setChosen({ from, to }), [from, to]);

  const fault = faultOf(chosen, now);
  // A range that a link opened may touch one day more than can be chosen.
  const isChanged = chosen.from !== from || chosen.to !== to;
  const [begin, finish] = endsOf(range);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fault === null) look({ range: chosen });
  };
  const days = [...new Set([from, to])].map((day) => dateOf(startOfDay(day))).join(' – ');
  const nameOfSensor = sensors?.find(({ option }) => option === sensor)?.sensorName;
  const nameOfRange = range.last ? text(`filter.quickRanges.${range.last}`) : days;
  const summary = [nameOfSensor, nameOfRange].filter(Boolean).join(' · ');
  return (
    <Box component="form" onSubmit={submit} sx={BAR}>
      <FoldedOnPhone summary={summary}>
        <NativeSelect
          label={text('filter.sensor')}
          value={sensor}
          options={[
            ...(sensors?.some(({ option }) => option === sensor)
              ? []
              : [[sensor, text(sensors ? 'filter.noSensor' : 'form.loading')] as const]),
            ...(sensors ?? []).map(({ option, sensorName }) => [option, sensorName] as const),
          ]}
          onChange={(option) => look({ sensor: option })}
        />
        {(['from', 'to'] as const).map((end) => (
          <TextField
            key={end}
            type="date"
            className="date"
            label={text(`filter.${end}`)}
            value={chosen[end]}
            onChange={({ target }) => setChosen({ ...chosen, [end]: target.value })}
            slotProps={{
              htmlInput: { min: end === 'to' ? chosen.from : undefined, max: isoDay(now), required: true },
            }}
          />
        ))}
        <Button type="submit" variant="contained" color="primary" disabled={fault !== null}>
          {text('filter.submit')}
        </Button>
      </FoldedOnPhone>
      <ChoiceButtons
        label={text('filter.quick')}
        value={quickRangeOf(range, now)}
        choices={QUICK_RANGES.map((quick) => ({ value: quick, label: text(`filter.quickRanges.${quick}`) }))}
        onChange={(quick) => look({ range: quickRange(quick, Date.now()) })}
      />
      <ExportButton rows="readings" query={{ deviceName, sensor, ...askedOf(view) }} />
      {range.last === undefined && !isOfDays(range) && (
        <Box component="p" sx={{ flexBasis: '100%', color: 'text.secondary' }}>
          {text('filter.between', { from: dateTime(begin), to: dateTime(finish) })}
        </Box>
      )}
      {fault !== null && isChanged && (
        <Box component="p" role="alert" sx={{ flexBasis: '100%', color: 'error.main' }}>
          {text(`filter.faults.${fault}`)}
        </Box>
      )}
    </Box>
  );
};
