import type { ImportResult } from '@telemon/contracts/device-import';
import { useText } from '../texts/use-text.ts';
import { StateChip } from './state-chip.tsx';
import styles from './device-import.module.css';

/** What a file's rows hold, as far as they were judged: what can be made, and what is wrong where. */
export const ImportFindings = ({ result: { count, faults } }: { result: ImportResult }) => {
  const text = useText();
  const atFault = new Set(faults.map(({ row }) => row)).size;
  if (atFault === 0) {
    return (
      <div role="status">
        <StateChip state="normal">{text('devices.import.right', { smart_count: count })}</StateChip>
      </div>
    );
  }
  return (
    <>
      <div role="status">
        <StateChip state="firing">{text('devices.import.wrong', { smart_count: atFault, count })}</StateChip>
      </div>
      <div className={styles.faults} role="group" aria-label={text('devices.import.faults')} tabIndex={0}>
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
    </>
  );
};
