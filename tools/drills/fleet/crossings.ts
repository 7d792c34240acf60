/** A device crosses its set point upwards once in so many readings, and back half-way between. */
export const CROSSING_EVERY = 20;
export const SET_POINT = 100;
/** What a value tells of its number is so small that it decides nothing. */
const NUMBER_SHARE = 1e-7;

/** The first channel of reading `seq`: above the set point in the second half of each stretch, and telling its number. */
export const valueOf = (seq: number): number =>
  Number(((seq % CROSSING_EVERY >= CROSSING_EVERY / 2 ? SET_POINT + 1 : 1) + seq * NUMBER_SHARE).toFixed(7));

/** The number of the reading that had this value. */
export const seqOf = (value: number): number => Math.round((value % 1) / NUMBER_SHARE);

/** Whether reading `seq` is the first above the set point. */
export const crosses = (seq: number): boolean => seq % CROSSING_EVERY === CROSSING_EVERY / 2;

/** The numbers at which a device crosses its set point that sends its readings in this order. */
export const crossingsIn = (order: readonly number[]): number[] => {
  let wasAbove = false;
  return order.filter((seq) => {
    const isAbove = valueOf(seq) > SET_POINT;
    const isCrossing = isAbove && !wasAbove;
    wasAbove = isAbove;
    return isCrossing;
  });
};

/** The first number from `seq` on at which a device begins a whole stretch, below its set point. */
export const nextStretch = (seq: number): number => Math.ceil(seq / CROSSING_EVERY) * CROSSING_EVERY;
