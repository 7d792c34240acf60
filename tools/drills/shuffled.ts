import { chance } from '../simulate/random.ts';

/** All of them, in an order that the seed decides. */
export const shuffled = <T>(seed: number, items: readonly T[]): T[] =>
  items
    .map((item, number) => ({ item, place: chance(seed, number) }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
