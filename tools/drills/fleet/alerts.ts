import type { Counts } from '../drill.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { crosses, seqOf, valueOf } from './crossings.ts';
import type { Fleet } from './fleet.ts';
import type { Sent } from './stream.ts';

/** The sentence in a possible second copy of a notice. */
const REPEATED = 'You may have had this message before';

/** The numbers at which a device crossed its set point, if its readings arrived in order. */
export const crossingsInOrder = ({ first, end }: Sent): number[] =>
  Array.from({ length: end - first }, (_, index) => first + index).filter(crosses);

/** Compares the crossings with the alert log, and with the e-mails that reached the provider. */
export async function compareAlerts<
  OfDevice extends Pick<Sent, 'device' | 'first'> & { readonly before?: number | undefined },
>(
  installation: DrillInstallation,
  fleet: Fleet,
  sent: readonly OfDevice[],
  crossingsOf: (sent: OfDevice) => readonly number[],
): Promise<Counts> {
  const counts = {
    crossings: 0,
    missed: 0,
    firedTwice: 0,
    falseAlerts: 0,
    noticesMissing: 0,
    noticesTwice: 0,
    noticesRepeated: 0,
  };
  const mails = await mailsOf(installation, fleet);
  for (const ofDevice of sent) {
    const { device, first, before = Infinity } = ofDevice;
    const crossings = crossingsOf(ofDevice);
    const expected = new Set(crossings);
    const entries = (await firedSeqs(installation, device.name)).filter(
      (seq) => seq >= first && seq < before,
    );
    const fired = new Set(entries);
    counts.crossings += crossings.length;
    counts.missed += crossings.filter((seq) => !fired.has(seq)).length;
    counts.firedTwice += entries.length - fired.size;
    counts.falseAlerts += [...fired].filter((seq) => !expected.has(seq)).length;
    for (const seq of crossings) {
      const copies = mails.get(`${device.name} is at ${valueOf(seq)}`) ?? { plain: 0, repeated: 0 };
      if (copies.plain + copies.repeated === 0) counts.noticesMissing += 1;
      counts.noticesTwice += Math.max(0, copies.plain - 1);
      counts.noticesRepeated += copies.repeated;
    }
  }
  return counts;
}

/** The numbers of the readings at which a device's alert fired, one for each entry of the alert log. */
export async function firedSeqs({ database }: DrillInstallation, deviceName: string): Promise<number[]> {
  const log = database.db('alerting').collection<{ deviceName: string; value: number }>('alert_log');
  return (await log.find({ deviceName }).toArray()).map(({ value }) => seqOf(value));
}

/** The number of copies of each received message, by its first line. */
export async function mailsOf(
  { database }: DrillInstallation,
  { recipient }: Fleet,
): Promise<Map<string, { plain: number; repeated: number }>> {
  const messages = database.db('outbox').collection<{ text: string }>('messages');
  const found = new Map<string, { plain: number; repeated: number }>();
  for await (const { text } of messages.find({ to: recipient })) {
    const [line = ''] = text.split('\n');
    const copies = found.get(line) ?? { plain: 0, repeated: 0 };
    if (text.includes(REPEATED)) copies.repeated += 1;
    else copies.plain += 1;
    found.set(line, copies);
  }
  return found;
}
