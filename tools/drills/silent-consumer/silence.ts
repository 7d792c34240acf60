import { Inspector } from './inspector.ts';

/** How a consumer falls silent; neither way throws. */
export type Silence = 'hangs in a batch' | 'stops fetching';

/** The name of the affected objects' class, how to read their topics and group, and the code that silences one of them. */
const DEEDS: Readonly<
  Record<Silence, { className: string; topicsOf: string; groupOf: string; deed: string }>
> = {
  'hangs in a batch': {
    className: 'KafkaConsumer',
    topicsOf: '({ consumption }) => [consumption.topic]',
    groupOf: '({ consumption }) => consumption.group',
    deed: '({ consumption }) => { consumption.handle = () => new Promise(() => {}); }',
  },
  // As a bug in the client would do it: kafkajs's runner stops fetching and reports nothing.
  'stops fetching': {
    className: 'Runner',
    topicsOf: '({ consumerGroup }) => consumerGroup?.topics ?? []',
    groupOf: '({ consumerGroup }) => consumerGroup.groupId',
    deed: '(runner) => { runner.running = false; void runner.fetchManager.stop(); }',
  },
};

/** Suffix of the groups that only compare the order of facts (decision 28). */
const ASIDE = '-facts-order';

interface Silenced {
  readonly topic: string;
  readonly how: Silence;
  /** The silence after which the consumer has to end, ms; null: that of the service. */
  readonly endsAfterMs: number | null;
}

/** Silences a process's consumer of a topic. @throws if it does not have exactly one. */
export async function silence(pid: number, { topic, how, endsAfterMs }: Silenced): Promise<void> {
  const { className, topicsOf, groupOf, deed } = DEEDS[how];
  const doneTo = (meant: Pick<(typeof DEEDS)[Silence], 'topicsOf' | 'groupOf' | 'deed'>) => `(all) => {
    const isMeant = (one) =>
      (${meant.topicsOf})(one).includes(${JSON.stringify(topic)}) && !(${meant.groupOf})(one).endsWith('${ASIDE}');
    const meant = all.filter(isMeant);
    meant.forEach(${meant.deed});
    return meant.length;
  }`;
  const silenced = await Inspector.of(pid, async (inspector) => {
    if (endsAfterMs !== null) {
      const consumer = DEEDS['hangs in a batch'];
      const called = doneTo({ ...consumer, deed: impatientAfter(endsAfterMs) });
      await inspector.withInstancesOf(consumer.className, called);
    }
    return inspector.withInstancesOf(className, doneTo({ topicsOf, groupOf, deed }));
  });
  if (silenced !== 1) throw new Error(`Process ${pid} has ${silenced} consumers of ${topic}, not one`);
}

/** Shortens the silence that `SignsOfLife` allows to a consumer. The signs of life stay the same. */
const impatientAfter = (ms: number): string => `({ signs }) => Object.defineProperties(signs, {
  isQuiet: { get() { return this.silentMs > ${ms / 2}; } },
  isOver: { get() { return this.silentMs > ${ms}; } },
})`;
