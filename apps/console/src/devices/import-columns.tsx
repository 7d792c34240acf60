import { IMPORT_NEEDED, IMPORT_PLACES, type ImportColumn } from '@telemon/contracts/devices/device-import';
import type { TextKey } from '../texts/translate.ts';
import { useText } from '../texts/use-text.ts';
import styles from './device-import.module.css';

const HOLDS: readonly [columns: readonly ImportColumn[], what: TextKey][] = [
  [['deviceName', 'deviceAlias'], 'devices.import.holds.names'],
  [['sensor1', 'sensor2', 'sensor3', 'sensor4'], 'devices.import.holds.sensors'],
  [IMPORT_PLACES.Gps, 'devices.import.holds.gps'],
  [IMPORT_PLACES.Map, 'devices.import.holds.map'],
  [['locationMode'], 'devices.import.holds.mode'],
  [['template'], 'devices.import.holds.template'],
  [['maximumDepth', 'applicationType', 'valueType'], 'devices.import.holds.ultrasonic'],
  [['smsLimit', 'emailLimit', 'limitRefresh', 'weather'], 'devices.import.holds.limits'],
];
const NEEDED: ReadonlySet<string> = new Set(IMPORT_NEEDED);

/** What each column of a file may hold, for those who want to know; those that every file has stand out. */
export const ImportColumns = () => {
  const text = useText();
  return (
    <details className={styles.details}>
      <summary>{text('devices.import.holds.title')}</summary>
      <div className={styles.rows} role="group" aria-label={text('devices.import.holds.title')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text('devices.import.holds.column')}</th>
              <th scope="col">{text('devices.import.holds.what')}</th>
            </tr>
          </thead>
          <tbody>
            {HOLDS.map(([columns, what]) => (
              <tr key={what}>
                <td>
                  {columns.map((column) => (
                    <code key={column} className={NEEDED.has(column) ? styles.needed : styles.column}>
                      {column}
                    </code>
                  ))}
                </td>
                <td>{text(what)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
};
