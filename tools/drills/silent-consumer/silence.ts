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

/** Silences a process's consumer of a topic. @throws if it does not have exactly one. */
export async function silence(pid: number, topic: string, how: Silence): Promise<void> {
  const { className, topicsOf, groupOf, deed } = DEEDS[how];
  const called = `(all) => {
    const isMeant = (one) =>
      (${topicsOf})(one).includes(${JSON.stringify(topic)}) && !(${groupOf})(one).endsWith('${ASIDE}');
    const meant = all.filter(isMeant);
    meant.forEach(${deed});
    return meant.length;
  }`;
  const silenced = await Inspector.of(pid, (inspector) => inspector.withInstancesOf(className, called));
  if (silenced !== 1) throw new Error(`Process ${pid} has ${silenced} consumers of ${topic}, not one`);
}
