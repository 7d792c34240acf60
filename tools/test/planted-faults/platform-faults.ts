import type { PlantedFault } from './planted-fault.ts';

export const PLATFORM_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a limit lets one more through',
    file: 'libs/platform/src/redis/rate-limits.ts',
    right: 'points: most,',
    wrong: 'points: most + 1,',
    specs: ['libs/platform/src/redis/rate-limits'],
  },
  {
    name: 'a fact gets a version that another process has used',
    file: 'libs/platform/src/facts/fact-versions.ts',
    right: 'filter: { _id: idOf(fact), version: version - 1 },',
    wrong: 'filter: { _id: idOf(fact) },',
    specs: ['libs/platform/src/facts/'],
  },
  {
    name: 'a write without an answer counts as done',
    file: 'libs/platform/src/mongo-outcome.ts',
    right: 'known !== writes.length || ',
    wrong: 'known < 0 || ',
    specs: ['libs/platform/src/mongo-outcome'],
  },
  {
    name: 'an offset is committed before its batch is handled',
    file: 'libs/platform/src/kafka/kafka-consumer.ts',
    right: 'const handled = await this.signs.attempt(async () => {',
    wrong:
      'this.uncommitted.set(partition, String(BigInt(messages.at(-1)!.offset) + 1n)); this.commitSoon(); const handled = await this.signs.attempt(async () => {',
    specs: ['libs/platform/src/kafka/kafka-consumer.spec'],
  },
  {
    name: 'an offset is committed before the rest of its batch has succeeded',
    file: 'libs/platform/src/kafka/kafka-consumer.ts',
    right: 'handled.filter((_, index) => finished[index] !== false)',
    wrong: 'handled',
    specs: ['libs/platform/src/kafka/kafka-consumer.spec'],
  },
  {
    name: 'an offset is committed after its partition has changed hands',
    file: 'libs/platform/src/kafka/kafka-consumer.ts',
    right: 'if (this.joins !== joins) return;\n      await this.consumer.commitOffsets',
    wrong: 'await this.consumer.commitOffsets',
    specs: ['libs/platform/src/kafka/rejoin'],
  },
  {
    name: 'a host of users may have a forbidden address beside an allowed one',
    file: 'libs/platform/src/outbound/outbound-addresses.ts',
    right: '!found.every((address) => this.isAllowed(address))',
    wrong: '!found.some((address) => this.isAllowed(address))',
    specs: ['libs/platform/src/outbound/'],
  },
  {
    name: 'an MQTT broker of users needs no valid certificate',
    file: 'libs/platform/src/outbound/outbound-socket.ts',
    right: 'rejectUnauthorized: true',
    wrong: 'rejectUnauthorized: false',
    specs: ['libs/platform/src/outbound/mqtt-connection'],
  },
  {
    name: 'two replicas run the same migration at the same time',
    file: 'libs/platform/src/leases/lease.ts',
    right: "{ $lt: ['$until', '$$NOW'] }",
    wrong: "{ $gt: ['$until', '$$NOW'] }",
    specs: ['libs/platform/src/leases/', 'libs/platform/src/migrations/'],
  },
  {
    name: 'a batch of a former assignment is committed',
    file: 'libs/platform/src/kafka/kafka-consumer.ts',
    right: 'messages.length === 0 || this.isOfFormerAssignment(batch)',
    wrong: 'messages.length === 0',
    specs: ['libs/platform/src/kafka/rejoin'],
  },
];
