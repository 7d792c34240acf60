import { type Actor, SYSTEM } from '@telemon/contracts/actor';
import { defineError } from '../errors.ts';

const forServicesAlone = defineError('ForServicesAlone', 'forbidden', () => 'Only services may ask this');

/** @throws if a user asks. For calls between services, which have no route. */
export const refusePeople = ({ id }: Actor): void => {
  if (id !== SYSTEM.id) throw forServicesAlone();
};
