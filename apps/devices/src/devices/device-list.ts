import type { PageQuery } from '@telemon/contracts/page';
import { foundBy } from '@telemon/platform/sorted-page';
import { type QueryFilter, trusted } from 'mongoose';
import { sortBy } from '../list-query.ts';
import type { Narrowed } from '../presence/presence.service.ts';
import type { DeviceDocument } from './device-document.ts';

/** Columns with their stored names. */
const SORTABLE = { deviceName: '_id', deviceAlias: 'deviceAlias', createdAt: 'createdAt' } as const;
type Sortable = keyof typeof SORTABLE;

/** A page of devices, as it is asked for. */
export interface DeviceList extends PageQuery {
  /** Only devices with assistants. */
  isAssigned?: boolean;
  /** Only these devices. */
  only?: readonly string[];
  /** None of these devices. */
  except?: readonly string[];
  /** The managers that match the search text. */
  managerIds: string[];
  /** All managers in order, if rows are sorted by manager, up or down. */
  managersInOrder?: string[];
}

/** A list of the devices that are both in a state, by their names, and present in a way; undefined: not asked for. */
export const narrowedBy = (
  inState: string[] | undefined,
  asPresent: Narrowed | undefined,
): Pick<DeviceList, 'only' | 'except'> => {
  if (!inState) return asPresent ?? {};
  if (!asPresent) return { only: inState };
  if ('except' in asPresent) return { only: inState, ...asPresent };
  const names = new Set(asPresent.only);
  return { only: inState.filter((name) => names.has(name)) };
};

export const searchFor = ({ q, managerIds }: DeviceList): QueryFilter<DeviceDocument> =>
  foundBy<DeviceDocument>(q, ['_id', 'deviceAlias'], { managerId: trusted({ $in: managerIds }) });

export const orderOf = (list: DeviceList): Record<string, 1 | -1> => {
  const sort = sortBy(list, Object.keys(SORTABLE) as Sortable[]);
  return sort ? { [SORTABLE[sort.field]]: sort.direction, _id: sort.direction } : { createdAt: -1, _id: -1 };
};
