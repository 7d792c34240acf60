import {
  Box,
  Button,
  Checkbox,
  FormControl,
  FormControlLabel,
  FormHelperText,
  InputLabel,
  List,
  ListItem,
  TextField,
} from '@mui/material';
import { useEffect, useId, useState } from 'react';
import { useInput } from 'react-admin';
import { ChoiceButtons } from '../kit/choice-buttons.tsx';
import { useText } from '../texts/use-text.ts';
import { useDeviceNames, type NamedDevice } from './use-device-names.ts';

/** A fleet has thousands of devices: only this many are listed, the others are found by search. */
const MOST_SHOWN = 100;

interface Props {
  source: string;
  label: string;
  /** The maximum number of selected devices. */
  most: number;
}

const DEVICE = {
  flex: 1,
  m: 0,
  '&:hover': { bgcolor: 'var(--hover)' },
  '& .MuiFormControlLabel-label': {
    display: 'flex',
    flex: 1,
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    columnGap: 1.25,
    minWidth: 0,
    pr: 1.5,
    overflowWrap: 'anywhere',
  },
} as const;

const Device = ({ device, ...box }: { device: NamedDevice; checked: boolean; onChange: () => void }) => (
  <ListItem disablePadding>
    <FormControlLabel
      sx={DEVICE}
      control={<Checkbox size="small" {...box} />}
      label={
        <>
          {device.deviceAlias}
          <Box component="span" sx={{ color: 'var(--text-faint)', fontSize: 13 }}>
            {device.deviceName} · {device.managerName}
          </Box>
        </>
      }
    />
  </ListItem>
);

/** Selects many devices with checkboxes; the search covers alias, name and manager. */
export const DevicesInput = ({ source, label, most }: Props) => {
  const text = useText();
  const faultId = useId();
  const { field, fieldState } = useInput<string[]>({ source });
  const { data, isPending } = useDeviceNames();
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState<'all' | 'chosen'>('all');
  const chosen = new Set<string>(field.value);
  const words = typed.trim().toLowerCase();
  const matching = (data ?? []).filter(({ deviceName, deviceAlias, managerName }) =>
    `${deviceAlias} ${deviceName} ${managerName}`.toLowerCase().includes(words),
  );
  const rows = shown === 'all' ? matching : matching.filter(({ deviceName }) => chosen.has(deviceName));
  const left = rows.length - MOST_SHOWN;
  const isWrong = fieldState.invalid;

  // A selected device that is deleted has no row to deselect it.
  useEffect(() => {
    if (data === undefined) return;
    const known = new Set(data.map(({ deviceName }) => deviceName));
    const before: string[] = field.value;
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
    <FormControl
      component="fieldset"
      error={isWrong}
      className="wide"
      aria-describedby={isWrong ? faultId : undefined}
    >
      <InputLabel component="legend">{label}</InputLabel>
      <TextField
        error={isWrong}
        placeholder={text('resources.device.bulk.search')}
        value={typed}
        inputRef={field.ref}
        onChange={({ target }) => setTyped(target.value)}
        slotProps={{ htmlInput: { type: 'search', 'aria-label': text('resources.device.bulk.search') } }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1, my: 1 }}>
        <ChoiceButtons
          label={text('resources.device.bulk.shown')}
          value={shown}
          choices={[
            { value: 'all', label: text('resources.device.bulk.all') },
            { value: 'chosen', label: text('resources.device.bulk.chosen', { count: chosen.size }) },
          ]}
          onChange={setShown}
        />
        {shown === 'all' ? (
          <Button
            disabled={matching.length === 0}
            onClick={() => choose(new Set([...chosen, ...matching.map(({ deviceName }) => deviceName)]))}
          >
            {text('resources.device.bulk.chooseAll', { smart_count: matching.length })}
          </Button>
        ) : (
          <Button disabled={chosen.size === 0} onClick={() => choose([])}>
            {text('resources.device.bulk.chooseNone')}
          </Button>
        )}
      </Box>
      <List
        disablePadding
        sx={{ height: 264, overflowY: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 }}
      >
        {rows.slice(0, MOST_SHOWN).map((device) => (
          <Device
            key={device.id}
            device={device}
            checked={chosen.has(device.deviceName)}
            onChange={() => toggle(device.deviceName)}
          />
        ))}
        {rows.length === 0 && (
          <ListItem className="quiet">
            {text(isPending ? 'form.loading' : 'resources.device.picker.none')}
          </ListItem>
        )}
        {left > 0 && (
          <ListItem className="quiet">{text('resources.device.bulk.more', { smart_count: left })}</ListItem>
        )}
      </List>
      {isWrong && <FormHelperText id={faultId}>{fieldState.error?.message}</FormHelperText>}
    </FormControl>
  );
};
