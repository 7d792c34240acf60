/** The day tank: a cylinder that lies on its side. */
const RADIUS_MM = 1_000;
const LENGTH_MM = 8_000;
const STEP_MM = 50;
const MM3_PER_LITRE = 1e6;

/** Litres in the tank at a water level of `height` mm. */
const litresAt = (height: number): number => {
  const above = RADIUS_MM - height;
  const chord = Math.sqrt(Math.max(0, RADIUS_MM ** 2 - above ** 2));
  return ((RADIUS_MM ** 2 * Math.acos(above / RADIUS_MM) - above * chord) * LENGTH_MM) / MM3_PER_LITRE;
};

/** The calibration table of the day tank: mm of water, as its probe measures them, → litres. */
export const TANK_TABLE: readonly (readonly [raw: number, value: number])[] = Array.from(
  { length: (2 * RADIUS_MM) / STEP_MM + 1 },
  (_, index) => [index * STEP_MM, Number(litresAt(index * STEP_MM).toFixed(1))],
);

/** The table as a file for the upload. */
export const tankTableFile = (): File =>
  new File(['mm,litres\n', ...TANK_TABLE.map((row) => `${row.join(',')}\n`)], 'day-tank.csv', {
    type: 'text/csv',
  });
