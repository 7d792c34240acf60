import type { Db } from 'mongodb';
import { type StatesDocument, groupOf } from '../src/latest/states-document.ts';

/** Whether the database has the state of a device. */
export const isStored = async (database: Db, key: number): Promise<boolean> => {
  const groups = database.collection<StatesDocument>('device_state_groups');
  return (await groups.countDocuments({ group: groupOf(key), [`states.${key}`]: { $exists: true } })) > 0;
};
