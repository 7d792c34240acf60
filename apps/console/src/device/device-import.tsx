import { Alert, Button, MenuItem, Stack, TextField } from '@mui/material';
import type { User } from '@telemon/contracts/auth/users';
import {
  IMPORT_COLUMNS,
  IMPORT_MOST_DEVICES,
  IMPORT_NEEDED,
  IMPORT_PLACES,
} from '@telemon/contracts/devices/device-import';
import { SHEET_FILE } from '@telemon/contracts/devices/file-kinds';
import { useState } from 'react';
import { may } from '../data/access.ts';
import { Refusal } from '../data/refusal.ts';
import { useRefreshLists } from '../data/refresh-lists.ts';
import { useChoices } from '../kit/choice-input.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { FileField, FileProgress } from '../kit/file-field.tsx';
import { Icon } from '../kit/icon.tsx';
import { useListPath } from '../kit/list-path.ts';
import { WhyItFailed } from '../kit/picture.tsx';
import { useCheckedUpload } from '../kit/use-checked-upload.ts';
import { formatExactly } from '../texts/numbers.ts';
import { useText } from '../texts/use-text.ts';
import { ImportColumns } from './import-columns.tsx';
import { ImportFindings } from './import-findings.tsx';
import { ImportedLogins } from './imported-logins.tsx';
import { csvOf, saveText } from './csv-file.ts';

/** Example rows for the template: a device on the map, and one on a plan with sensor, building and floor by name. */
const EXAMPLES: Partial<Record<(typeof IMPORT_COLUMNS)[number], string>>[] = [
  {
    deviceName: 'room-1',
    deviceAlias: 'Cold room 1',
    sensor1: 'Temperature',
    lat: '45.764043',
    lng: '4.835659',
    template: 'Multiple',
  },
  {
    deviceName: 'room-2',
    deviceAlias: 'Cold room 2',
    sensor1: 'Temperature',
    building: 'Warehouse',
    floor: 'Ground floor',
    x: '25',
    y: '40',
    template: 'Single',
  },
];
const TEMPLATE = csvOf([
  IMPORT_COLUMNS,
  ...EXAMPLES.map((example) => IMPORT_COLUMNS.map((column) => example[column] ?? '')),
]);

/** Imports devices from a file: it is validated row by row, then all devices are added or none. */
export default function DeviceImport() {
  const text = useText();
  const refresh = useRefreshLists();
  const { close } = useListPath();
  const byAdmin = may('GET /getAllManagers');
  const managers = useChoices<User>('managers');
  const [managerId, setManagerId] = useState('');
  const parameters = { managerId: managerId || null };
  const onSaved = () => void refresh('device');
  const { chosen, isUnderway, error, choose, forget, save, ...upload } = useCheckedUpload(
    'POST /device/import',
    parameters,
    { onSaved },
  );
  if (upload.result?.dryRun === false) return <ImportedLogins made={upload.result.made} onClose={close} />;
  // After a failure, the file is checked anew.
  const result = error === null ? upload.result : null;
  const isReady = result !== null && result.faults.length === 0 && !isUnderway;
  return (
    <Dialog
      title={text('resources.device.import.title')}
      width={640}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{text('form.cancel')}</Button>
          <Button variant="contained" color="primary" disabled={!isReady} onClick={save}>
            {isReady
              ? text('resources.device.import.make', { smart_count: result.count })
              : text('resources.device.import.title')}
          </Button>
        </>
      }
    >
      <Stack useFlexGap spacing={1.5}>
        {byAdmin && (
          <TextField
            id="import-manager"
            select
            label={text('resources.device.fields.managerId')}
            helperText={text('resources.device.import.manager')}
            value={managerId}
            disabled={isUnderway}
            onChange={({ target }) => {
              forget();
              setManagerId(target.value);
            }}
          >
            {(managers ?? []).map(({ id, name }) => (
              <MenuItem key={id} value={id}>
                {name}
              </MenuItem>
            ))}
          </TextField>
        )}
        <FileField
          kind={SHEET_FILE}
          hint={text('resources.device.import.hint', {
            needed: IMPORT_NEEDED.join(', '),
            gps: IMPORT_PLACES.Gps.join(', '),
            map: IMPORT_PLACES.Map.join(', '),
            devices: formatExactly(IMPORT_MOST_DEVICES),
            most: SHEET_FILE.mostBytes / 1_048_576,
          })}
          disabled={isUnderway || (byAdmin && managerId === '')}
          onFile={(file) => void choose(file)}
          onRefused={(reason) => forget(new Refusal(reason, 0))}
        />
        <Button
          variant="text"
          color="primary"
          sx={{ alignSelf: 'start', ml: -1.5 }}
          onClick={() => saveText(TEMPLATE, text('resources.device.import.templateName'))}
        >
          {text('resources.device.import.template')}
        </Button>
        <ImportColumns />
        {chosen && <FileProgress {...chosen} then={text('resources.device.import.reading')} />}
        {error !== null && (
          <Alert severity="error" icon={<Icon name="warning" />}>
            <WhyItFailed error={error} />
          </Alert>
        )}
        {result && <ImportFindings result={result} />}
      </Stack>
    </Dialog>
  );
}
