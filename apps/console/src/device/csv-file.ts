import type { ImportResult } from '@telemon/contracts/devices/device-import';

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** Rows as spreadsheets and scripts take them. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.join(',')}\r\n`).join('');

/** The logins of new devices, a row each. */
export const loginsText = (made: ImportResult['made'], address: string): string => {
  const logins = made.map(({ deviceName, mqtt }) => [deviceName, mqtt.username, mqtt.password, address]);
  return csvOf([['deviceName', 'username', 'password', 'address'], ...logins].map((row) => row.map(quoted)));
};

/** Hands a text to the browser to be saved as a file; no address of the page ever has it. */
export const saveText = (text: string, fileName: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
};
