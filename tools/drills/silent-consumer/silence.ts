import { Inspector } from './inspector.ts';

/** How a consumer falls silent; nothing is thrown in either. */
export type Silence = 'hangs in a batch' | 'stops fetching';

/** As a module beside the service's own would. */
const REQUIRED = "process.getBuiltinModule('node:module').createRequire(process.argv[1])";

/** Which objects are meant, and what is done to each. */
const DEEDS: Readonly<Record<Silence, { classOf: string; topicsOf: string; groupOf: string; deed: string }>> =
  {
    'hangs in a batch': {
      classOf: `${REQUIRED}('@telemon/platform/kafka/kafka-consumer').KafkaConsumer`,
      topicsOf: '({ consumption }) => [consumption.topic]',
      groupOf: '({ consumption }) => consumption.group',
      deed: '({ consumption }) => { consumption.handle = () => new Promise(() => {}); }',
    },
    // As it ends by itself, for whatever fault of the client's: it neither asks for more nor tells anybody.
    'stops fetching': {
      classOf: `${REQUIRED}('kafkajs/src/consumer/runner')`,
      topicsOf: '({ consumerGroup }) => consumerGroup.topics',
      groupOf: '({ consumerGroup }) => consumerGroup.groupId',
      deed: '(runner) => { runner.running = false; void runner.fetchManager.stop(); }',
    },
  };

/** Of a consumer that only compares the order of facts (decision 28). */
const ASIDE = '-facts-order';

/** Silences what a process consumes a topic with. */
export async function silence(pid: number, topic: string, how: Silence): Promise<void> {
  const { classOf, topicsOf, groupOf, deed } = DEEDS[how];
  const called = `(all) => {
    const isMeant = (one) =>
      (${topicsOf})(one).includes(${JSON.stringify(topic)}) && !(${groupOf})(one).endsWith('${ASIDE}');
    const meant = all.filter(isMeant);
    meant.forEach(${deed});
    return meant.length;
  }`;
  const silenced = await Inspector.of(pid, (inspector) => inspector.withInstancesOf(classOf, called));
  if (silenced !== 1) throw new Error(`Process ${pid} has ${silenced} consumers of ${topic}, not one`);
}
