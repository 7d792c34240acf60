import { Injectable } from '@nestjs/common';
import type { AutoReport } from '@telemon/contracts/reporting/auto-reports';
import { Mongo } from '@telemon/platform/mongo';
import { schemaOf } from '@telemon/platform/mongo-schema';
import type { ClientSession } from 'mongodb';
import { type Model, trusted } from 'mongoose';

/** When a user gets reports, and whether about alerts, events or both. */
export interface AutoReportDocument extends AutoReport {
  /** The user's id. */
  _id: string;
  /** The next planned instant whose run is not stored yet; null while nothing is active. */
  nextAt: Date | null;
  /** Since when something is active, whatever the plan was; null while nothing is. Former versions didn't store it. */
  activeSince?: Date | null;
}

const autoReportSchema = schemaOf<AutoReportDocument>({
  _id: String,
  autoAlert: String,
  autoEvent: String,
  frequency: String,
  day: Number,
  hour: Number,
  nextAt: Date,
  activeSince: Date,
}).index({ nextAt: 1 });

@Injectable()
export class AutoReportsRepository {
  private readonly reports: Model<AutoReportDocument>;

  constructor(mongo: Mongo) {
    this.reports = mongo.model('auto_reports', autoReportSchema);
  }

  find(userId: string): Promise<AutoReportDocument | null> {
    return this.reports.findOne({ _id: userId }).lean<AutoReportDocument | null>().exec();
  }

  async save({ _id, ...report }: AutoReportDocument): Promise<void> {
    await this.reports.updateOne({ _id }, { $set: report }, { upsert: true });
  }

  /** The reports that are due at an instant, the longest due first. */
  due(instant: number, most: number): Promise<AutoReportDocument[]> {
    return this.reports
      .find({ nextAt: trusted({ $lte: new Date(instant) }) }, null, { sort: { nextAt: 1 }, limit: most })
      .lean<AutoReportDocument[]>()
      .exec();
  }

  /** Sets the next planned instant, unless the report was changed since it was read. */
  async plan({ _id, nextAt: from }: AutoReportDocument, nextAt: Date): Promise<void> {
    await this.reports.updateOne({ _id, nextAt: from }, { $set: { nextAt } });
  }

  /** Puts a planned instant back to an earlier one. */
  async planBack(userId: string, nextAt: Date, session: ClientSession): Promise<void> {
    const later = { _id: userId, nextAt: trusted({ $gt: nextAt }) };
    await this.reports.updateOne(later, { $set: { nextAt } }, { session });
  }

  /** Users who have a plan, in the order of their ids: those behind `userId`. */
  async usersAfter(userId: string, most: number): Promise<string[]> {
    const options = { sort: { _id: 1 }, limit: most } as const;
    const found = await this.reports
      .find({ _id: trusted({ $gt: userId }) }, { _id: 1 }, options)
      .lean()
      .exec();
    return found.map(({ _id }) => _id);
  }

  async remove(userId: string): Promise<void> {
    await this.reports.deleteOne({ _id: userId });
  }
}
