import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@telemon/contracts/call';
import type { udpRoutes } from '@telemon/contracts/udp-router/udp-routes';
import { Mongo } from '@telemon/platform/mongo';
import { type Columns, foundBy, sortedPage } from '@telemon/platform/sorted-page';
import type { ClientSession } from 'mongodb';
import { type Model, trusted } from 'mongoose';
import { type RouteDocument, type RouteReport, routeSchema } from './route-document.ts';

export type RoutesQuery = RequestOf<typeof udpRoutes.list>;

const COLUMNS: Columns<NonNullable<RoutesQuery['sort']>> = {
  newest: 'createdAt',
  fieldOf: {
    id: '_id',
    deviceId: 'deviceName',
    host: 'host',
    port: 'port',
    topic: 'topic',
    createdAt: 'createdAt',
  },
};

/** The routes. A removed one stays until the process that forwards routes has cleaned up after it. */
@Injectable()
export class UdpRoutesRepository {
  private readonly routes: Model<RouteDocument>;
  private readonly lists: Model<RouteDocument>;

  constructor(mongo: Mongo) {
    this.routes = mongo.model('udp_routes', routeSchema);
    this.lists = mongo.modelForLongReads(this.routes);
  }

  async insert(route: RouteDocument, session: ClientSession): Promise<void> {
    await this.routes.insertOne(route, { session });
  }

  count(): Promise<number> {
    return this.routes.countDocuments({ removed: false }).exec();
  }

  page(query: RoutesQuery): Promise<{ rows: RouteDocument[]; totalCount: number }> {
    const found = foundBy<RouteDocument>(query.q, ['deviceName', 'host', 'topic']);
    return sortedPage(this.lists, { $and: [{ removed: false }, found] }, query, COLUMNS);
  }

  /** Every route, also those that are removed. */
  all(): Promise<RouteDocument[]> {
    return this.routes.find({}).lean<RouteDocument[]>().exec();
  }

  /** The routes that are not removed, oldest first. */
  present(): Promise<RouteDocument[]> {
    return this.routes.find({ removed: false }).sort({ createdAt: 1, _id: 1 }).lean<RouteDocument[]>().exec();
  }

  /** Marks a route as removed; false if there is none. */
  async remove(id: string, session: ClientSession): Promise<boolean> {
    const { matchedCount } = await this.routes
      .updateOne({ _id: id, removed: false }, { $set: { removed: true } }, { session })
      .exec();
    return matchedCount === 1;
  }

  /** Marks routes as removed. */
  async removeAll(ids: readonly string[]): Promise<void> {
    await this.routes
      .updateMany({ _id: trusted({ $in: [...ids] }), removed: false }, { $set: { removed: true } })
      .exec();
  }

  /** Deletes the document of a removed route. */
  async erase(id: string): Promise<void> {
    await this.routes.deleteOne({ _id: id, removed: true }).exec();
  }

  async report(id: string, report: RouteReport): Promise<void> {
    await this.routes.updateOne({ _id: id }, { $set: report }).exec();
  }
}
