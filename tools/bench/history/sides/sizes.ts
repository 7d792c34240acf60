import type { Db } from 'mongodb';
import type { Size } from '../results.ts';

/** The size of collections with these readings on the disk, after a checkpoint. */
export async function sizeOf(db: Db, names: readonly string[], readings: number): Promise<Size> {
  await db.admin().command({ fsync: 1 });
  let [dataBytes, indexBytes, reusableBytes] = [0, 0, 0];
  for (const name of names) {
    const { storageSize, totalIndexSize, freeStorageSize } = await db.command({ collStats: name });
    dataBytes += Number(storageSize);
    indexBytes += Number(totalIndexSize);
    reusableBytes += Number(freeStorageSize ?? 0);
  }
  return { readings, dataBytes, indexBytes, reusableBytes };
}
