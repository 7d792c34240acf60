/** Which offset comes next in each partition, to notice what Kafka gave up before it was read. */
export class Gaps {
  private readonly next = new Map<number, bigint>();

  /** Everything before `offset` was read. */
  expect(partition: number, offset: bigint): void {
    this.next.set(partition, offset);
  }

  /** The partitions may have been read elsewhere meanwhile. */
  forget(): void {
    this.next.clear();
  }

  /** How many messages are missing before a batch, of a topic that leaves out no offset by itself. */
  before(partition: number, first: bigint, last: bigint): bigint {
    const next = this.next.get(partition) ?? first;
    this.next.set(partition, last + 1n);
    return first > next ? first - next : 0n;
  }
}
