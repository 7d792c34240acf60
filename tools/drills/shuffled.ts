import { chance } from '../simulate/random.ts';

/** The items in a random order that depends on the seed alone. */
export const shuffled = <T>(seed: number, items: readonly T[]): T[] =>
  items
    .map((item, number) => ({ item, place: chance(seed, number) }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
