import type { ImportResult } from '@telemon/contracts/devices/device-import';

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** The logins of new devices, a row each, as spreadsheets and scripts take them. */
export const loginsText = (made: ImportResult['made'], address: string): string =>
  [['deviceName', 'username', 'password', 'address'], ...made.map(rowOf(address))]
    .map((row) => `${row.map(quoted).join(',')}\r\n`)
    .join('');

const rowOf =
  (address: string) =>
  ({ deviceName, mqtt }: ImportResult['made'][number]) => [deviceName, mqtt.username, mqtt.password, address];

/** Hands a text to the browser to be saved as a file; no address of the page ever has it. */
export const saveText = (text: string, fileName: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
};
