import { Alert } from '@mui/material';
import type { ImportResult } from '@telemon/contracts/devices/device-import';
import { translateMessage } from '../texts/translate.ts';
import { useText } from '../texts/use-text.ts';
import { FoldedTable, ImportTable } from './import-table.tsx';
import { StateIcon } from '../state/state-chip.tsx';

/** The result of validating a file: the valid devices, and the errors by row and column. */
export const ImportFindings = ({ result: { count, rows, faults } }: { result: ImportResult }) => {
  const text = useText();
  const columns = (...names: ('row' | 'column' | 'fault' | 'device')[]) =>
    names.map((name) => text(`resources.device.import.columns.${name}`));
  const atFault = new Set(faults.map(({ row }) => row)).size;
  const isRight = atFault === 0;
  return (
    <>
      <Alert
        role="status"
        severity={isRight ? 'success' : 'error'}
        icon={<StateIcon state={isRight ? 'normal' : 'firing'} />}
      >
        {isRight
          ? text('resources.device.import.right', { smart_count: count })
          : text('resources.device.import.wrong', { smart_count: atFault, count })}
      </Alert>
      {!isRight && (
        <ImportTable
          label={text('resources.device.import.faults')}
          columns={columns('row', 'column', 'fault')}
          rows={faults.map(({ row, column, message }) => [row, column, translateMessage(message)])}
        />
      )}
      {rows.length > 0 && (
        <FoldedTable
          title={text('resources.device.import.rightRows', { smart_count: rows.length })}
          isOpen={isRight}
          label={text('resources.device.import.good')}
          columns={columns('row', 'device')}
          rows={rows.map(({ row, deviceName }) => [row, deviceName])}
        />
      )}
    </>
  );
};
