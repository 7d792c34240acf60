import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import { Mongo } from '@telemon/platform/mongo';
import { isDuplicateKey } from '@telemon/platform/mongo-outcome';
import type { Model } from 'mongoose';
import { type Claim, Claims, later } from '../claims/claims.ts';
import { type OrderDocument, orderSchema, rightsOf } from './order-document.ts';

/** The filter for a user's orders that were ordered with the user's present rights. */
const of = (actor: Actor) => ({ userId: actor.id, rights: rightsOf(actor) });

@Injectable()
export class OrdersRepository {
  private readonly orders: Model<OrderDocument>;
  private readonly claims: Claims<OrderDocument>;

  constructor(mongo: Mongo) {
    this.orders = mongo.model('export_orders', orderSchema);
    this.claims = new Claims(this.orders);
  }

  /** Stores an order; false if its slot is taken. */
  async add(order: OrderDocument): Promise<boolean> {
    try {
      await this.orders.create([order]);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  find(actor: Actor, id: string): Promise<OrderDocument | null> {
    return this.orders
      .findOne({ _id: id, ...of(actor) })
      .lean<OrderDocument | null>()
      .exec();
  }

  /** A page of a user's orders, newest first. */
  async page(actor: Actor, { offset, limit }: { offset: number; limit: number }) {
    const options = { sort: { orderedAt: -1, _id: -1 }, skip: offset, limit } as const;
    const [rows, totalCount] = await Promise.all([
      this.orders.find(of(actor), null, options).lean<OrderDocument[]>().exec(),
      this.orders.countDocuments(of(actor)).exec(),
    ]);
    return { rows, totalCount };
  }

  /** Removes an order of a user; false if there is none. */
  async remove(actor: Actor, id: string): Promise<boolean> {
    return (await this.orders.deleteOne({ _id: id, ...of(actor) })).deletedCount === 1;
  }

  /** Claims the waiting order that is free longest, for a process; null if there is none. */
  claim(holder: string, leaseMs: number): Promise<OrderDocument | null> {
    return this.claims.claim(holder, leaseMs);
  }

  /** Ends the claims of a process that stopped. */
  freeFrom(holder: string): Promise<void> {
    return this.claims.freeFrom(holder);
  }

  /** Notes how large the file is so far, and renews the claim; false if the order is no longer this process's. */
  grow(claim: Claim, bytes: number, leaseMs: number): Promise<boolean> {
    return this.claims.change(claim, { bytes, freeAt: later(leaseMs) });
  }

  markDone(
    claim: Claim,
    { bytes, fileName, mark }: { bytes: number; fileName: string; mark: string | null },
  ): Promise<boolean> {
    const file = { bytes, fileName: { $literal: fileName }, mark: { $literal: mark } };
    return this.claims.change(claim, { state: 'done', slot: null, reason: null, ...file });
  }

  markFailed(claim: Claim, reason: string): Promise<boolean> {
    return this.claims.change(claim, { state: 'failed', slot: null, reason: { $literal: reason } });
  }

  /** Marks an order that was done as failed: its user may not have the file any more. */
  async withdraw({ _id, fence }: Claim, reason: string): Promise<void> {
    await this.orders.updateOne({ _id, fence, state: 'done' }, { state: 'failed', fileName: null, reason });
  }

  /** Lets an order be tried again later; a claim that is spared does not count as an attempt. */
  putOff(
    claim: Claim,
    { waitMs, reason, isSpared }: { waitMs: number; reason: string | null; isSpared: boolean },
  ): Promise<boolean> {
    return this.claims.change(claim, {
      holder: null,
      freeAt: later(waitMs),
      reason: { $literal: reason },
      ...(isSpared && { spared: { $add: [{ $ifNull: ['$spared', 0] }, 1] } }),
    });
  }

  /** Whether the order still exists, with or without an outcome, and no other process has claimed it since. */
  async isNewest({ _id, fence }: Claim): Promise<boolean> {
    return (await this.orders.exists({ _id, fence })) !== null;
  }

  /** The ids of users with orders. */
  users(): Promise<string[]> {
    return this.orders.distinct('userId').exec();
  }

  async idsOf(userId: string): Promise<string[]> {
    const orders = await this.orders.find({ userId }, { _id: 1 }).lean<Pick<OrderDocument, '_id'>[]>().exec();
    return orders.map(({ _id }) => _id);
  }

  async removeOf(userId: string): Promise<void> {
    await this.orders.deleteMany({ userId });
  }
}
