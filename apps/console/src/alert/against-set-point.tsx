import Box from '@mui/material/Box';
import { useRecordContext } from 'react-admin';
import type { Alert } from '@telemon/contracts/alerting/alerts';
import { formatValue } from '../texts/numbers.ts';
import { nameAndUnit, withUnit } from '../texts/units.ts';
import { useText } from '../texts/use-text.ts';
import { Measured } from './measured.tsx';

/** A value, as far as there is one, above the rule that judges it. */
export const AgainstSetPoint = ({ value }: { value: number | null }) => {
  const text = useText();
  const { sensorName, alertType, criteria } =
    useRecordContext<Pick<Alert, 'sensorName' | 'alertType' | 'criteria'>>()!;
  const { name, unit } = nameAndUnit(sensorName);
  // On one line, however narrow the column.
  const setPoint = withUnit(criteria.values.map(formatValue).join(' · '), unit).replaceAll(' ', '\u00a0');
  return (
    <>
      {value !== null && (
        <div className="numbers">
          <Measured values={[value]} sensorName={sensorName} />
        </div>
      )}
      <Box className="quiet" sx={{ minWidth: 130, fontSize: 12, lineHeight: '16px' }}>
        {text(`resources.alert.against.${alertType}`, { sensor: name, setPoint })}
      </Box>
    </>
  );
};
