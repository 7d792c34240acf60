import {
  IMPORT_COLUMNS,
  IMPORT_MOST_DEVICES,
  IMPORT_NEEDED,
  IMPORT_PLACES,
} from '@telemon/contracts/devices/device-import';
import { SHEET_FILE } from '@telemon/contracts/devices/file-kinds';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { may } from '../data/access.ts';
import { Refusal } from '../data/refusal.ts';
import { Field, Select } from '../form/field.tsx';
import { FileDrop } from '../form/file-drop.tsx';
import { FileLine } from '../form/file-line.tsx';
import { Button } from '../layout/button.tsx';
import { SmallDialog } from '../layout/small-dialog.tsx';
import { WhyItFailed } from '../list/failed.tsx';
import { useText } from '../texts/use-text.ts';
import { ImportColumns } from './import-columns.tsx';
import { ImportFindings } from './import-findings.tsx';
import { ImportedLogins } from './imported-logins.tsx';
import { saveText } from './logins-file.ts';
import { useManagers } from './use-choices.ts';
import { useImport } from './use-import.ts';
import styles from './device-import.module.css';

/** Devices as a file describes them: one on the map, one on a plan. Parts are named as on their pages. */
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
const templateText = (): string =>
  [IMPORT_COLUMNS, ...EXAMPLES.map((example) => IMPORT_COLUMNS.map((column) => example[column] ?? ''))]
    .map((row) => `${row.join(',')}\r\n`)
    .join('');

/** Many devices from a file: it is read and judged row by row, then all of them are made or none. */
export default function DeviceImport({ onClose }: { onClose: () => void }) {
  const text = useText();
  const id = useId();
  const queryClient = useQueryClient();
  const byAdmin = may('GET /getAllManagers');
  const managers = useManagers();
  const [managerId, setManagerId] = useState('');
  const { chosen, result, error, choose, forget, make } = useImport(managerId || null, () => {
    void queryClient.invalidateQueries({ queryKey: ['devices'] });
    void queryClient.invalidateQueries({ queryKey: ['device-names'] });
  });
  if (result !== null && !result.dryRun) return <ImportedLogins made={result.made} onClose={onClose} />;
  const isUnderway = chosen?.sent != null;
  const isReady = result !== null && result.faults.length === 0 && !isUnderway;
  return (
    <SmallDialog
      title={text('devices.import.title')}
      width={640}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('form.cancel')}</Button>
          <Button tone="main" disabled={!isReady} onClick={make}>
            {isReady
              ? text('devices.import.make', { smart_count: result.count })
              : text('devices.import.title')}
          </Button>
        </>
      }
    >
      <div className={styles.parts}>
        {byAdmin && (
          <Field id={id} label={text('devices.form.manager')} hint={text('devices.import.manager')}>
            <Select
              id={id}
              value={managerId}
              disabled={isUnderway}
              onChange={({ target }) => {
                forget();
                setManagerId(target.value);
              }}
            >
              <option value="">{text('form.choose')}</option>
              {managers?.map((manager) => (
                <option key={manager.id} value={manager.id}>
                  {manager.name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <FileDrop
          kind={SHEET_FILE}
          hint={text('devices.import.hint', {
            needed: IMPORT_NEEDED.join(', '),
            gps: IMPORT_PLACES.Gps.join(', '),
            map: IMPORT_PLACES.Map.join(', '),
            devices: IMPORT_MOST_DEVICES.toLocaleString(),
            most: SHEET_FILE.mostBytes / 1_048_576,
          })}
          disabled={isUnderway || (byAdmin && managerId === '')}
          onFile={(file) => void choose(file)}
          onRefused={(reason) => forget(new Refusal(reason, 0))}
        />
        <Button
          tone="quiet"
          className={styles.template}
          onClick={() => saveText(templateText(), text('devices.import.templateName'))}
        >
          {text('devices.import.template')}
        </Button>
        <ImportColumns />
        {chosen && <FileLine {...chosen} then={text('devices.import.reading')} />}
        <div role="alert">
          {error !== null && (
            <p className={styles.refused}>
              <WhyItFailed error={error} />
            </p>
          )}
        </div>
        {result && <ImportFindings result={result} />}
      </div>
    </SmallDialog>
  );
}
