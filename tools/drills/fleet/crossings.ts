/** Readings per upward crossing of the set point; the value crosses back half-way between. */
export const CROSSING_EVERY = 20;
export const SET_POINT = 100;
/** Factor by which a value holds its reading's number: too small to cause a crossing. */
const NUMBER_SHARE = 1e-7;

/** A whole number as the value of reading `seq`, with `seq` in its decimals. */
export const numbered = (level: number, seq: number): number =>
  Number((level + seq * NUMBER_SHARE).toFixed(7));

/** The first channel of reading `seq`: above the set point in the second half of each stretch, with `seq` in its decimals. */
export const valueOf = (seq: number): number =>
  numbered(seq % CROSSING_EVERY >= CROSSING_EVERY / 2 ? SET_POINT + 1 : 1, seq);

/** The number of the reading that had this value. */
export const seqOf = (value: number): number => Math.round((value % 1) / NUMBER_SHARE);

/** Whether reading `seq` is the first above the set point. */
export const crosses = (seq: number): boolean => seq % CROSSING_EVERY === CROSSING_EVERY / 2;

/** The numbers at which readings in this order cross the set point upwards. */
export const crossingsIn = (order: readonly number[]): number[] => {
  let wasAbove = false;
  return order.filter((seq) => {
    const isAbove = valueOf(seq) > SET_POINT;
    const isCrossing = isAbove && !wasAbove;
    wasAbove = isAbove;
    return isCrossing;
  });
};

/** The first number from `seq` on that begins a stretch, below the set point. */
export const nextStretch = (seq: number): number => Math.ceil(seq / CROSSING_EVERY) * CROSSING_EVERY;
