import type { Fact, FactOf } from '@telemon/contracts/facts';
import { BLOCKED_TOPIC_CHANGED_SUBJECT, BlockedTopicChange } from '@telemon/contracts/logs/blocked-topics';
import { TOPICS } from '@telemon/contracts/topics';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { Live } from '@telemon/platform/messaging/live';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { serviceVariables } from '@telemon/testing/servers';
import { type StartedService, startService } from '@telemon/testing/service';
import { randomUUID } from 'node:crypto';
import { BlockedTopicsModule } from '../src/blocked-topics/blocked-topics.module.ts';
import { LogsVariables } from '../src/config.ts';

type BlockedTopicFact = FactOf<'blocked-topic'>;

/** The blocked topics of a logs process, with a database of its own. It consumes no dead letters, which are another spec's. */
export class GivenBlockedTopics {
  private constructor(
    readonly database: FreshDatabase,
    readonly service: StartedService,
    private readonly facts: BlockedTopicFact[],
    private readonly changes: BlockedTopicChange[],
  ) {}

  static async start(): Promise<GivenBlockedTopics> {
    const database = await freshDatabase();
    const config = LogsVariables.parse({ ...serviceVariables(database.url), KAFKA_PARTITIONS: '1' });
    const service = await startService({ app: 'logs', config, module: BlockedTopicsModule });
    const facts: BlockedTopicFact[] = [];
    await service.get(Kafka).consume({
      topic: TOPICS.facts,
      group: randomUUID(),
      maxWaitTimeInMs: 20,
      commitIntervalMs: null,
      handle: async ({ messages }) => {
        for (const { value } of messages) {
          const fact = JSON.parse(String(value)) as Fact;
          if (fact.kind === 'blocked-topic') facts.push(fact);
        }
      },
    });
    const changes: BlockedTopicChange[] = [];
    const live = service.get(Live);
    live.subscribe(BLOCKED_TOPIC_CHANGED_SUBJECT, BlockedTopicChange, (change) => void changes.push(change));
    return new GivenBlockedTopics(database, service, facts, changes);
  }

  /** The facts about a topic in Kafka, each version once: the newest fact may come twice. */
  factsOf(id: string): BlockedTopicFact[] {
    const facts = this.facts.filter(({ key }) => key === id);
    return [...new Map(facts.map((fact) => [fact.version, fact])).values()];
  }

  /** The changes of a topic in messages over NATS. */
  changesOf(id: string): BlockedTopicChange[] {
    return this.changes.filter((change) => change.id === id);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.database.drop();
  }
}
