import { IncomingFile } from '@telemon/platform/messaging/incoming-file';
import { connectNats } from '@telemon/platform/messaging/nats';
import exceljs from 'exceljs';
import { buffer } from 'node:stream/consumers';
import { servers } from './servers.ts';

/** Takes a file that a service streams, as the gateway does. Returns the service's answer, and the file's bytes. */
export const receivedFile = async <Head extends object>(
  start: (inbox: string) => Promise<Head>,
): Promise<Head & { bytes: Buffer }> => {
  const nats = await connectNats(servers().natsUrl, 'received-file');
  const incoming = new IncomingFile(nats);
  try {
    await nats.flush();
    const head = await start(incoming.inbox);
    return { ...head, bytes: await buffer(incoming.parts()) };
  } finally {
    incoming.close(new Error('It is received, or refused'));
    await nats.drain();
  }
};

/** The rows of all sheets of a workbook, titles included. */
export const rowsOfWorkbook = async (bytes: Buffer): Promise<unknown[][]> => {
  const workbook = new exceljs.Workbook();
  await workbook.xlsx.load(bytes as never);
  return workbook.worksheets.flatMap((sheet) => {
    const rows: unknown[][] = [];
    sheet.eachRow((row) => rows.push((row.values as unknown[]).slice(1)));
    return rows;
  });
};
