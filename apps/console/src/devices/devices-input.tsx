import { useEffect, useId, useState } from 'react';
import { Button } from '../layout/button.tsx';
import { Segments } from '../layout/segments.tsx';
import { useDeviceNames } from '../form/device-picker.tsx';
import { Input } from '../form/field.tsx';
import { useField } from '../form/inputs.tsx';
import { useText } from '../texts/use-text.ts';
import styles from './devices-input.module.css';

/** As many as anybody looks through; a fleet has thousands. */
const MOST_SHOWN = 100;

interface Props {
  source: string;
  label: string;
  /** So many can be chosen at once. */
  most: number;
}

/** Many devices of all that may be seen: searched by alias, name or manager, and ticked. */
export const DevicesInput = ({ source, label, most }: Props) => {
  const text = useText();
  const id = useId();
  const { field, frame } = useField({ source, label });
  const { data, isPending } = useDeviceNames();
  const devices = data ?? [];
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState<'all' | 'chosen'>('all');
  const chosen = new Set(field.value as string[]);
  const words = typed.trim().toLowerCase();
  const matching = devices.filter(({ deviceName, deviceAlias, managerName }) =>
    `${deviceAlias} ${deviceName} ${managerName}`.toLowerCase().includes(words),
  );
  const rows = shown === 'all' ? matching : matching.filter(({ deviceName }) => chosen.has(deviceName));
  const left = rows.length - MOST_SHOWN;

  // One that is gone meanwhile is no row any more, so that nobody could take it back.
  useEffect(() => {
    if (data === undefined) return;
    const known = new Set(data.map(({ deviceName }) => deviceName));
    const before = field.value as string[];
    if (before.some((name) => !known.has(name))) field.onChange(before.filter((name) => known.has(name)));
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data]);

  const choose = (names: Iterable<string>) => {
    field.onChange([...names].slice(0, most));
    field.onBlur();
  };
  const toggle = (name: string) =>
    choose(chosen.has(name) ? [...chosen].filter((one) => one !== name) : [...chosen, name]);

  return (
    <fieldset className={styles.devices} aria-describedby={frame.error ? `${id}-said` : undefined}>
      <legend>{label}</legend>
      <Input
        type="search"
        aria-label={text('devices.bulk.search')}
        aria-invalid={frame.error ? true : undefined}
        placeholder={text('devices.bulk.search')}
        value={typed}
        ref={field.ref}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className={styles.bar}>
        <Segments
          label={text('devices.bulk.shown')}
          value={shown}
          options={[
            { value: 'all', label: text('devices.bulk.all') },
            { value: 'chosen', label: text('devices.bulk.chosen', { count: chosen.size }) },
          ]}
          onChange={setShown}
        />
        {shown === 'all' ? (
          <Button
            disabled={matching.length === 0}
            onClick={() => choose(new Set([...chosen, ...matching.map(({ deviceName }) => deviceName)]))}
          >
            {text('devices.bulk.chooseAll', { smart_count: matching.length })}
          </Button>
        ) : (
          <Button disabled={chosen.size === 0} onClick={() => choose([])}>
            {text('devices.bulk.chooseNone')}
          </Button>
        )}
      </div>
      <ul className={styles.list}>
        {rows.slice(0, MOST_SHOWN).map(({ deviceName, deviceAlias, managerName }) => (
          <li key={deviceName}>
            <label className={styles.device}>
              <input type="checkbox" checked={chosen.has(deviceName)} onChange={() => toggle(deviceName)} />
              <span className={styles.alias}>{deviceAlias}</span>
              <span className={styles.more}>
                {deviceName} · {managerName}
              </span>
            </label>
          </li>
        ))}
        {rows.length === 0 && (
          <li className={styles.said}>{text(isPending ? 'form.loading' : 'form.noDevice')}</li>
        )}
        {left > 0 && <li className={styles.said}>{text('devices.bulk.more', { smart_count: left })}</li>}
      </ul>
      {frame.error && (
        <p id={`${id}-said`} className={styles.error}>
          {frame.error}
        </p>
      )}
    </fieldset>
  );
};
