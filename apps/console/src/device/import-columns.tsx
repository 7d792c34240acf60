import { Box } from '@mui/material';
import { IMPORT_NEEDED, IMPORT_PLACES, type ImportColumn } from '@telemon/contracts/devices/device-import';
import type { TextKey } from '../texts/translate.ts';
import { useText } from '../texts/use-text.ts';
import { FoldedTable } from './import-table.tsx';

const HOLDS: readonly [columns: readonly ImportColumn[], what: TextKey][] = [
  [['deviceName', 'deviceAlias'], 'resources.device.import.holds.names'],
  [['sensor1', 'sensor2', 'sensor3', 'sensor4'], 'resources.device.import.holds.sensors'],
  [IMPORT_PLACES.Gps, 'resources.device.import.holds.gps'],
  [IMPORT_PLACES.Map, 'resources.device.import.holds.map'],
  [['locationMode'], 'resources.device.import.holds.mode'],
  [['template'], 'resources.device.import.holds.template'],
  [['maximumDepth', 'applicationType', 'valueType'], 'resources.device.import.holds.ultrasonic'],
  [['expectedInterval'], 'resources.device.import.holds.interval'],
  [['smsLimit', 'emailLimit', 'limitRefresh', 'weather'], 'resources.device.import.holds.limits'],
];
const NEEDED: ReadonlySet<string> = new Set(IMPORT_NEEDED);

/** Explains the columns of an import file; required columns are bold. */
export const ImportColumns = () => {
  const text = useText();
  const title = text('resources.device.import.holds.title');
  return (
    <FoldedTable
      title={title}
      label={title}
      columns={[text('resources.device.import.holds.column'), text('resources.device.import.holds.what')]}
      rows={HOLDS.map(([columns, what]) => [
        columns.map((column) => (
          <Box
            key={column}
            component="code"
            sx={{ display: 'block', fontWeight: NEEDED.has(column) ? 600 : 400 }}
          >
            {column}
          </Box>
        )),
        text(what),
      ])}
    />
  );
};
