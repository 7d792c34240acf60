import { until } from './waiting.ts';

/** The part of kafkajs's admin client that is used here. */
interface TopicAdmin {
  createTopics(options: {
    topics: { topic: string; numPartitions: number }[];
    waitForLeaders: boolean;
  }): Promise<boolean>;
  fetchTopicMetadata(options: {
    topics: string[];
  }): Promise<{ topics: { partitions: { leader: number }[] }[] }>;
}

/**
 * Makes a topic, and waits until each of its partitions has a leader. The client's own wait throws if the broker has not heard of the
 * topic yet.
 */
export async function makeTopic(admin: TopicAdmin, topic: string, numPartitions = 1): Promise<void> {
  await admin.createTopics({ topics: [{ topic, numPartitions }], waitForLeaders: false });
  await until(async () => {
    const [made] = (await admin.fetchTopicMetadata({ topics: [topic] })).topics;
    return made?.partitions.length === numPartitions && made.partitions.every(({ leader }) => leader >= 0);
  });
}
