import { type Actor, SYSTEM } from '@telemon/contracts/actor';
import { defineError } from '../errors.ts';

const forServicesAlone = defineError('ForServicesAlone', 'forbidden', () => 'Only services may ask this');

/** @throws where a person asks; for calls that services make of each other, to which there is no route. */
export const refusePeople = ({ id }: Actor): void => {
  if (id !== SYSTEM.id) throw forServicesAlone();
};
