import type { ImportResult } from '@telemon/contracts/device-import';
import { useText } from '../texts/use-text.ts';
import { StateChip } from './state-chip.tsx';
import styles from './device-import.module.css';

const Faults = ({ faults }: Pick<ImportResult, 'faults'>) => {
  const text = useText();
  return (
    <div className={styles.rows} role="group" aria-label={text('devices.import.faults')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {(['row', 'column', 'fault'] as const).map((name) => (
              <th key={name} scope="col">
                {text(`devices.import.columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {faults.map(({ row, column, message }) => (
            <tr key={`${row} ${column}`}>
              <td className="numbers">{row}</td>
              <td>{column}</td>
              <td>{message}</td>
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
      {atFault > 0 && <Faults faults={faults} />}
      {rows.length > 0 && (
        <details className={styles.details} open={atFault === 0}>
          <summary>{text('devices.import.rightRows', { smart_count: rows.length })}</summary>
          <div className={styles.rows} role="group" aria-label={text('devices.import.good')} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  {(['row', 'device'] as const).map((name) => (
                    <th key={name} scope="col">
                      {text(`devices.import.columns.${name}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(({ row, deviceName }) => (
                  <tr key={row}>
                    <td className="numbers">{row}</td>
                    <td>{deviceName}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </>
  );
};
