import type { ImportResult } from '@telemon/contracts/devices/device-import';
import { saveFile } from '../data/saved-file.ts';

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** Rows as CSV. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.join(',')}\r\n`).join('');

/** The logins of new devices, one per row. */
export const loginsText = (made: ImportResult['made'], address: string): string => {
  const logins = made.map(({ deviceName, mqtt }) => [deviceName, mqtt.username, mqtt.password, address]);
  return csvOf([['deviceName', 'username', 'password', 'address'], ...logins].map((row) => row.map(quoted)));
};

export const saveText = (text: string, fileName: string): void =>
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), fileName);
