import { useEffect, useId, useState, type FormEvent } from 'react';
import type { SensorOption } from '@telemon/contracts/devices/dashboards';
import type { z } from 'zod';
import { Field, Input, Select } from '../form/field.tsx';
import { Button } from '../layout/button.tsx';
import { Segments } from '../layout/segments.tsx';
import { isoDay } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import { QUICK_RANGES, faultOf, quickRange, quickRangeOf, type QuickRange } from './range.ts';
import { useDeviceAddress } from './use-device-address.ts';
import styles from './filter-bar.module.css';

/** `sensors` is undefined until they are known. */
interface Props {
  sensors: z.infer<typeof SensorOption>[] | undefined;
}

/** Which sensor and from when to when; Submit looks, and the quick ranges look at once. */
export const FilterBar = ({ sensors }: Props) => {
  const text = useText();
  const id = useId();
  const { sensor, range, look } = useDeviceAddress();
  const [chosen, setChosen] = useState({ sensor, ...range });
  useEffect(() => setChosen({ sensor, from: range.from, to: range.to }), [sensor, range.from, range.to]);

  const now = Date.now();
  const today = isoDay(now);
  const fault = faultOf(chosen, now);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fault === null) look(chosen.sensor, { from: chosen.from, to: chosen.to });
  };
  return (
    <form className={styles.bar} onSubmit={submit}>
      <Field id={`${id}-sensor`} label={text('filter.sensor')}>
        <Select
          id={`${id}-sensor`}
          value={chosen.sensor}
          onChange={({ target }) => setChosen({ ...chosen, sensor: target.value })}
        >
          {!sensors?.length && (
            <option value={chosen.sensor}>{text(sensors ? 'filter.noSensor' : 'form.loading')}</option>
          )}
          {sensors?.map(({ option, sensorName }) => (
            <option key={option} value={option}>
              {sensorName}
            </option>
          ))}
        </Select>
      </Field>
      <Field id={`${id}-from`} label={text('filter.from')}>
        <Input
          id={`${id}-from`}
          type="date"
          max={today}
          required
          value={chosen.from}
          onChange={({ target }) => setChosen({ ...chosen, from: target.value })}
        />
      </Field>
      <Field id={`${id}-to`} label={text('filter.to')}>
        <Input
          id={`${id}-to`}
          type="date"
          min={chosen.from}
          max={today}
          required
          value={chosen.to}
          onChange={({ target }) => setChosen({ ...chosen, to: target.value })}
        />
      </Field>
      <Button type="submit" tone="main" disabled={fault !== null}>
        {text('filter.submit')}
      </Button>
      <Segments<QuickRange>
        label={text('filter.quick')}
        value={quickRangeOf(range, now)}
        options={QUICK_RANGES.map((quick) => ({ value: quick, label: text(`filter.quickRanges.${quick}`) }))}
        onChange={(quick) => look(chosen.sensor, quickRange(quick, Date.now()))}
      />
      {fault !== null && (
        <p className={styles.fault} role="alert">
          {text(`filter.faults.${fault}`)}
        </p>
      )}
    </form>
  );
};
