/** The day tank: a cylinder that lies on its side. */
const RADIUS_MM = 1_000;
const LENGTH_MM = 8_000;
const STEP_MM = 50;
const MM3_PER_LITRE = 1e6;

/** Litres below a surface so many mm above the tank's lowest line. */
const litresAt = (height: number): number => {
  const above = RADIUS_MM - height;
  const chord = Math.sqrt(Math.max(0, RADIUS_MM ** 2 - above ** 2));
  return ((RADIUS_MM ** 2 * Math.acos(above / RADIUS_MM) - above * chord) * LENGTH_MM) / MM3_PER_LITRE;
};

/** The table of the day tank: mm of water as its probe measures them, and the litres that they are. */
export const TANK_TABLE: readonly (readonly [raw: number, value: number])[] = Array.from(
  { length: (2 * RADIUS_MM) / STEP_MM + 1 },
  (_, index) => [index * STEP_MM, Number(litresAt(index * STEP_MM).toFixed(1))],
);

/** The file that it is uploaded as. */
export const tankTableFile = (): File =>
  new File(['mm,litres\n', ...TANK_TABLE.map((row) => `${row.join(',')}\n`)], 'day-tank.csv', {
    type: 'text/csv',
  });
