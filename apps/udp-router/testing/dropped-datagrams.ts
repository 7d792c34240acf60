import { DeadLetter } from '@telemon/contracts/readings';
import { TOPICS } from '@telemon/contracts/topics';
import type { Kafka } from '@telemon/platform/kafka/kafka';
import { metricsText } from '@telemon/platform/metrics';
import { randomUUID } from 'node:crypto';

/** How many datagrams this process has dropped for a reason. */
export const dropped = async (reason: string): Promise<number> => {
  const line = new RegExp(`^telemon_udp_datagrams_dropped_total\\{reason="${reason}"\\} (\\d+)`, 'm');
  return Number(line.exec(await metricsText())?.[1] ?? 0);
};

/** The samples of refused datagrams that come from now on, of all specs; later ones are added to the list. */
export const collectRefusals = async (kafka: Kafka): Promise<readonly DeadLetter[]> => {
  const letters: DeadLetter[] = [];
  await kafka.consume({
    topic: TOPICS.deadLetters,
    group: `spec-${randomUUID()}`,
    maxWaitTimeInMs: 20,
    handle: async ({ messages }) => {
      for (const { value } of messages) {
        const letter = DeadLetter.safeParse(JSON.parse(String(value)));
        if (letter.success) letters.push(letter.data);
      }
    },
  });
  return letters;
};
