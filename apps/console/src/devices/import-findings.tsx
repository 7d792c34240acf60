import type { ImportResult } from '@telemon/contracts/devices/device-import';
import { useText } from '../texts/use-text.ts';
import { StateChip } from './state-chip.tsx';
import styles from './device-import.module.css';

interface TableProps {
  label: string;
  columns: readonly ('row' | 'column' | 'fault' | 'device')[];
  /** Each begins with the number of its row. */
  rows: readonly (readonly [number, ...string[]])[];
}

/** Rows of the file, by their numbers. */
const RowsTable = ({ label, columns, rows }: TableProps) => {
  const text = useText();
  return (
    <div className={styles.rows} role="group" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {text(`devices.import.columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([row, ...said]) => (
            <tr key={`${row} ${said[0]}`}>
              <td className="numbers">{row}</td>
              {said.map((words, place) => (
                <td key={place}>{words}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** What a file's rows hold, as far as they were judged: what can be made, and what is wrong where. */
export const ImportFindings = ({ result: { count, rows, faults } }: { result: ImportResult }) => {
  const text = useText();
  const atFault = new Set(faults.map(({ row }) => row)).size;
  return (
    <>
      <div role="status">
        {atFault === 0 ? (
          <StateChip state="normal">{text('devices.import.right', { smart_count: count })}</StateChip>
        ) : (
          <StateChip state="firing">
            {text('devices.import.wrong', { smart_count: atFault, count })}
          </StateChip>
        )}
      </div>
      {atFault > 0 && (
        <RowsTable
          label={text('devices.import.faults')}
          columns={['row', 'column', 'fault']}
          rows={faults.map(({ row, column, message }) => [row, column, message])}
        />
      )}
      {rows.length > 0 && (
        <details className={styles.details} open={atFault === 0}>
          <summary>{text('devices.import.rightRows', { smart_count: rows.length })}</summary>
          <RowsTable
            label={text('devices.import.good')}
            columns={['row', 'device']}
            rows={rows.map(({ row, deviceName }) => [row, deviceName])}
          />
        </details>
      )}
    </>
  );
};
