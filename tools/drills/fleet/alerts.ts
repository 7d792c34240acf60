import type { Counts } from '../drill.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { crosses, seqOf, valueOf } from './crossings.ts';
import type { Fleet } from './fleet.ts';
import { Received } from './received.ts';
import type { Sent } from './stream.ts';

/** The sentence in a possible second copy of a notice. */
export const REPEATED = 'You may have had this message before';

/** The numbers at which a device crossed its set point, if its readings arrived in order. */
export const crossingsInOrder = ({ first, end }: Sent): number[] =>
  Array.from({ length: end - first }, (_, index) => first + index).filter(crosses);

/** Compares the crossings with the alert log, and with the notices that reached their providers. */
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
    ...(fleet.others && { otherIds: 0 }),
  };
  const channels = await receivedBy(installation, fleet);
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
      for (const received of channels) {
        const { plain, repeated, ids } = received.of(`${device.name} is at ${valueOf(seq)}`);
        if (plain + repeated === 0) counts.noticesMissing += 1;
        counts.noticesTwice += Math.max(0, plain - 1);
        counts.noticesRepeated += repeated;
        if (counts.otherIds !== undefined) counts.otherIds += Math.max(0, ids.size - 1);
      }
    }
  }
  return counts;
}

/** The numbers of the readings at which a device's alert fired, one for each entry of the alert log. */
export async function firedSeqs({ database }: DrillInstallation, deviceName: string): Promise<number[]> {
  const log = database.db('alerting').collection<{ deviceName: string; value: number }>('alert_log');
  return (await log.find({ deviceName }).toArray()).map(({ value }) => seqOf(value));
}

/** The received messages of each channel that a fleet's alerts use. */
export async function receivedBy(
  { database }: DrillInstallation,
  { recipient, others }: Fleet,
): Promise<Received[]> {
  const messages = database.db('outbox').collection<{ text: string }>('messages');
  const sentTo = async (to: string) => {
    const received = new Received();
    for await (const { text } of messages.find({ to }))
      received.add({ text, isRepeated: text.includes(REPEATED) });
    return received;
  };
  const mails = await sentTo(recipient);
  if (others === null) return [mails];
  const texts = await sentTo(others.contact);
  return others.broker ? [mails, texts, others.broker.received] : [mails, texts];
}
