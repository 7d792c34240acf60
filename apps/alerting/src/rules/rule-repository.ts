import { CONFIRMED_WITHIN_MS, type Mongo } from '@telemon/platform/mongo';
import { schemaOf } from '@telemon/platform/mongo-schema';
import type { ClientSession } from 'mongodb';
import { type Model, trusted } from 'mongoose';
import type { DeviceScope } from '../scope/known-devices.ts';
import type { GoneDevice } from './leftovers.ts';
import type { RuleDocument } from './rule-document.ts';

/** Another process changed one of the rules first, so the rules in memory are outdated. */
export class RevisionConflict extends Error {
  constructor() {
    super('a rule was changed by another process');
  }
}

/** The next state of a rule, and what else of it changes. */
export interface RuleStep<Rule extends RuleDocument> {
  id: string;
  /** The revision that the step continues. */
  from: number;
  next: Pick<Rule, 'state'> & Partial<Rule>;
}

/** How many rules of a kind were ever added to a device. It makes additions at the same time wait for each other, and outlives the device. */
interface AdditionsDocument {
  _id: string;
  added: number;
}
export const additionsSchema = schemaOf<AdditionsDocument>({ _id: String, added: Number });

interface RuleCollections {
  additions: Model<AdditionsDocument>;
  /** A filter for the rules that readings are compared with. */
  compared?: object;
}

/** The collection of one kind of rules: the parts on which exactly-once evaluation and clean-up rely. */
export abstract class RuleRepository<Rule extends RuleDocument> {
  /** The same collection for users' lists, over other connections. */
  protected readonly lists: Model<Rule>;

  /** As the part that all kinds share: the compiler can't check queries of a generic document. */
  private readonly rules: Model<RuleDocument>;
  private readonly additions: Model<AdditionsDocument>;
  private readonly compared: object;

  protected constructor(mongo: Mongo, rules: Model<Rule>, { additions, compared = {} }: RuleCollections) {
    this.rules = rules as unknown as Model<RuleDocument>;
    this.lists = mongo.modelForLongReads(rules);
    this.additions = additions;
    this.compared = compared;
  }

  async insert(rule: Rule, session: ClientSession): Promise<void> {
    await this.rules.insertOne(rule, { session });
  }

  /**
   * How many rules a device has, in the transaction that has added one. Of two that add one at the same time the second restarts, and
   * counts that of the first.
   * @param goneVersion Of the newest deletion of a device of its name
   */
  async countAfterAddition(deviceName: string, goneVersion: number, session: ClientSession): Promise<number> {
    await this.additions.updateOne({ _id: deviceName }, { $inc: { added: 1 } }, { session, upsert: true });
    const filter = { deviceName, deviceVersion: trusted({ $gte: goneVersion }) };
    return this.rules.countDocuments(filter, { session }).exec();
  }

  /** A rule in scope; in the caller's transaction, if there is one. */
  inScope(id: string, scope: DeviceScope, session?: ClientSession): Promise<Rule | null> {
    return this.rules
      .findOne({ $and: [{ _id: id }, scope] }, null, session ? { session } : {})
      .lean<Rule>()
      .exec();
  }

  async remove(id: string, session: ClientSession): Promise<void> {
    await this.rules.deleteOne({ _id: id }, { session });
  }

  /**
   * All rules that readings are compared with, or those of them with these ids, in states that no failover can take back; otherwise a
   * repeated reading would count as decided. For all, a majority also confirms that no newer primary has changed states.
   */
  all(ids?: string[]): AsyncIterable<Rule> {
    return this.rules
      .find({ ...this.compared, ...(ids && { _id: trusted({ $in: ids }) }) })
      .readConcern(ids ? 'majority' : 'linearizable')
      .maxTimeMS(CONFIRMED_WITHIN_MS)
      .lean<Rule[]>()
      .cursor();
  }

  /** Writes the next states of rules. @throws RevisionConflict if one of them was deleted, or has another revision by now. */
  async advance(steps: RuleStep<Rule>[], session: ClientSession): Promise<void> {
    const { matchedCount } = await this.rules.bulkWrite(
      steps.map(({ id, from, next }) => ({
        updateOne: {
          filter: { _id: id, 'state.revision': from },
          update: { $set: next },
        },
      })),
      { session, ordered: false, throwOnValidationError: true },
    );
    if (matchedCount !== steps.length) throw new RevisionConflict();
  }

  /** Removes the rules of a deleted device, and returns their ids. */
  async removeOf({ deviceName, version }: GoneDevice, session: ClientSession): Promise<string[]> {
    const filter = { deviceName, deviceVersion: trusted({ $lt: version }) };
    const rows = await this.rules.find(filter, { _id: 1 }, { session }).lean().exec();
    if (rows.length > 0) await this.rules.deleteMany(filter, { session });
    return rows.map(({ _id }) => _id);
  }

  /** The names among `deviceNames` whose devices have a rule. */
  devicesWithRules(deviceNames: string[]): Promise<string[]> {
    return this.rules.distinct('deviceName', { deviceName: trusted({ $in: deviceNames }) }).exec();
  }
}
