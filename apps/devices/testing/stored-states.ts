import type { Db } from 'mongodb';
import { read } from '../src/latest/state-groups.ts';
import type { StatesDocument } from '../src/latest/states-document.ts';

/** Whether the database has the state of a device. */
export const isStored = async (database: Db, key: number): Promise<boolean> => {
  const groups = database.collection<StatesDocument>('device_state_groups');
  return (await read(groups, [key], (state) => state.key)).length > 0;
};
