/** A message that gets a row, and how many messages of its device the row stands for. */
interface Kept<Message> {
  readonly message: Message;
  readonly count: number;
}

/**
 * Chooses at most `most` messages of a batch: the newest ones of each device, and as equal a number of each as possible. The oldest message
 * that is kept of a device also stands for its earlier ones. Devices that send least come first; `unshown` counts the messages of devices
 * without a row.
 */
export const fairShares = <Message>(
  messages: readonly Message[],
  most: number,
  deviceOf: (message: Message) => string | null,
): { kept: readonly Kept<Message>[]; unshown: number } => {
  const once = (message: Message): Kept<Message> => ({ message, count: 1 });
  if (messages.length <= most) return { kept: messages.map(once), unshown: 0 };
  const byDevice = [...Map.groupBy(messages, deviceOf).values()].sort(
    (one, other) => one.length - other.length,
  );
  const kept: Kept<Message>[] = [];
  let unshown = 0;
  for (const [place, ofDevice] of byDevice.entries()) {
    const left = most - kept.length;
    const share = Math.min(ofDevice.length, Math.ceil(left / (byDevice.length - place)));
    if (share === 0) {
      unshown += ofDevice.length;
      continue;
    }
    const [oldest, ...newer] = ofDevice.slice(-share);
    kept.push({ message: oldest!, count: 1 + ofDevice.length - share }, ...newer.map(once));
  }
  return { kept, unshown };
};
