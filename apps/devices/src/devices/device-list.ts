import type { PageQuery } from '@telemon/contracts/page';
import { foundBy } from '@telemon/platform/sorted-page';
import { type QueryFilter, trusted } from 'mongoose';
import { sortBy } from '../list-query.ts';
import type { DeviceDocument } from './device-document.ts';

/** Columns with their stored names. */
const SORTABLE = { deviceName: '_id', deviceAlias: 'deviceAlias', createdAt: 'createdAt' } as const;
type Sortable = keyof typeof SORTABLE;

/** A page of devices, as it is asked for. */
export interface DeviceList extends PageQuery {
  /** Only devices with assistants. */
  isAssigned?: boolean;
  /** Only these devices. */
  names?: readonly string[];
  /** The managers that match the search text. */
  managerIds: string[];
  /** All managers in order, if rows are sorted by manager, up or down. */
  managersInOrder?: string[];
}

export const searchFor = ({ q, managerIds }: DeviceList): QueryFilter<DeviceDocument> =>
  foundBy<DeviceDocument>(q, ['_id', 'deviceAlias'], { managerId: trusted({ $in: managerIds }) });

export const orderOf = (list: DeviceList): Record<string, 1 | -1> => {
  const sort = sortBy(list, Object.keys(SORTABLE) as Sortable[]);
  return sort ? { [SORTABLE[sort.field]]: sort.direction, _id: sort.direction } : { createdAt: -1, _id: -1 };
};
