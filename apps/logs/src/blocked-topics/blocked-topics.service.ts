import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { AnswerOf } from '@telemon/contracts/call';
import {
  BLOCKED_TOPIC_CHANGED_SUBJECT,
  type BlockedTopic,
  type BlockedTopicChange,
  MOST_BLOCKED_TOPICS,
  type blockedTopics,
} from '@telemon/contracts/logs/blocked-topics';
import { FactOutbox } from '@telemon/platform/facts/fact-outbox';
import { logger } from '@telemon/platform/logging';
import { Live } from '@telemon/platform/messaging/live';
import { refuseAllButAdmins } from '@telemon/platform/messaging/role-errors';
import { isDuplicateKey } from '@telemon/platform/mongo-outcome';
import { ObjectId } from 'mongodb';
import { blockedTopicNotFound, tooManyBlocked, topicIsBlocked } from './blocked-topics.errors.ts';
import {
  type BlockedTopicDocument,
  type BlockedTopicsQuery,
  BlockedTopicsRepository,
} from './blocked-topics.repository.ts';

/** Topics whose messages are neither stored nor logged. Every MQTT endpoint learns of them by facts, and sooner by a message. */
@Injectable()
export class BlockedTopicsService {
  constructor(
    private readonly repository: BlockedTopicsRepository,
    private readonly facts: FactOutbox,
    private readonly live: Live,
  ) {}

  /** @throws if the topic is blocked already, or the limit of blocked topics is reached */
  async create(actor: Actor, topic: string): Promise<BlockedTopic> {
    refuseAllButAdmins(actor);
    const blocked = { _id: new ObjectId().toHexString(), topic, createdAt: new Date() };
    const state = viewOf(blocked);
    try {
      const [version] = await this.facts.commit(async (session, publish) => {
        const count = await this.repository.insert(blocked, session);
        if (count > MOST_BLOCKED_TOPICS) throw tooManyBlocked({ most: MOST_BLOCKED_TOPICS });
        return publish({ kind: 'blocked-topic', key: state.id, state });
      });
      this.tell({ ...state, version: version! });
    } catch (error) {
      throw isDuplicateKey(error)
        ? topicIsBlocked(undefined, { fields: { topicName: 'This topic is blocked already' } })
        : error;
    }
    logger.info({ topic, user: actor.id }, 'topic blocked');
    return state;
  }

  async list(actor: Actor, query: BlockedTopicsQuery): Promise<AnswerOf<typeof blockedTopics.list>> {
    refuseAllButAdmins(actor);
    const { rows, totalCount } = await this.repository.page(query);
    return { blockedTopics: rows.map(viewOf), pagination: { totalCount } };
  }

  async remove(actor: Actor, id: string): Promise<null> {
    refuseAllButAdmins(actor);
    const [version] = await this.facts.commit(async (session, publish) => {
      if (!(await this.repository.remove(id, session))) throw blockedTopicNotFound();
      return publish({ kind: 'blocked-topic', key: id, state: null });
    });
    this.tell({ id, topic: null, version: version! });
    logger.info({ id, user: actor.id }, 'topic unblocked');
    return null;
  }

  private tell(change: BlockedTopicChange): void {
    this.live.publish(BLOCKED_TOPIC_CHANGED_SUBJECT, change);
  }
}

const viewOf = ({ _id, topic }: BlockedTopicDocument): BlockedTopic => ({ id: _id, topic });
