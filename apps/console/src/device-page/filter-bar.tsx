import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useEffect, useState, type FormEvent } from 'react';
import type { SensorOption } from '@telemon/contracts/devices/dashboards';
import { ChoiceButtons } from '../kit/choice-buttons.tsx';
import { isoDay } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import { QUICK_RANGES, faultOf, quickRange, quickRangeOf } from './range.ts';
import { useDeviceAddress } from './use-device-address.ts';

/** On a phone the dates stand side by side, and all else has a line of its own. */
const BAR = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  gap: 1.5,
  '& > .MuiFormControl-root': { flex: { xs: '1 1 100%', sm: '0 1 170px' } },
  '& > .date': { flexBasis: { xs: 130, sm: 170 } },
  '& > button, & > [role=group]': { height: 36, flex: { xs: '1 1 100%', sm: '0 0 auto' } },
  '& > [role=group]': {
    ml: { lg: 'auto' },
    '& > button': { flex: { xs: 1, sm: 'none' }, whiteSpace: 'nowrap' },
  },
} as const;

/** `sensors` is undefined until they are known. */
interface Props {
  sensors: readonly SensorOption[] | undefined;
}

/** Which sensor and from when to when; Submit looks, and the quick ranges look at once. */
export const FilterBar = ({ sensors }: Props) => {
  const text = useText();
  const { sensor, range, look } = useDeviceAddress();
  const [chosen, setChosen] = useState({ sensor, ...range });
  useEffect(() => setChosen({ sensor, from: range.from, to: range.to }), [sensor, range.from, range.to]);

  const now = Date.now();
  const fault = faultOf(chosen, now);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fault === null) look(chosen.sensor, { from: chosen.from, to: chosen.to });
  };
  return (
    <Box component="form" onSubmit={submit} sx={BAR}>
      <TextField
        select
        label={text('filter.sensor')}
        value={chosen.sensor}
        onChange={({ target }) => setChosen({ ...chosen, sensor: target.value })}
        slotProps={{ select: { native: true } }}
      >
        {!sensors?.length && (
          <option value={chosen.sensor}>{text(sensors ? 'filter.noSensor' : 'form.loading')}</option>
        )}
        {sensors?.map(({ option, sensorName }) => (
          <option key={option} value={option}>
            {sensorName}
          </option>
        ))}
      </TextField>
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
      <ChoiceButtons
        label={text('filter.quick')}
        value={quickRangeOf(range, now)}
        choices={QUICK_RANGES.map((quick) => ({ value: quick, label: text(`filter.quickRanges.${quick}`) }))}
        onChange={(quick) => look(chosen.sensor, quickRange(quick, Date.now()))}
      />
      {fault !== null && (
        <Box component="p" role="alert" sx={{ flexBasis: '100%', color: 'error.main' }}>
          {text(`filter.faults.${fault}`)}
        </Box>
      )}
    </Box>
  );
};
