import { formatValue } from '../texts/numbers.ts';
import { nameAndUnit } from '../texts/units.ts';

/** Values of a sensor with the unit that its name ends with, where it does. */
export const Measured = ({ values, sensorName }: { values: readonly number[]; sensorName: string }) => {
  const { unit } = nameAndUnit(sensorName);
  return (
    <>
      {values.map(formatValue).join(' · ')}
      {unit !== '' && <span className="unit"> {unit}</span>}
    </>
  );
};
