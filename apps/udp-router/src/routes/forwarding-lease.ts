import { Injectable } from '@nestjs/common';
import { Lease, type LeaseDocument } from '@telemon/platform/leases/lease';
import { Mongo } from '@telemon/platform/mongo';

export const FORWARDING_LEASE = 'udp-routes';
/**
 * As long as Kafka waits for a member of a group that was killed: until then, a successor could not read its queues anyway, and a
 * process that stands still for longer loses its groups as well.
 */
const LASTS_MS = 6_000;

/** Its holder forwards all routes. */
@Injectable()
export class ForwardingLease extends Lease {
  constructor(mongo: Mongo) {
    super(mongo.collection<LeaseDocument>('leases'), FORWARDING_LEASE, LASTS_MS);
  }
}
