import Box from '@mui/material/Box';
import type { Alert, AlertLogEntry } from '@telemon/contracts/alerting/alerts';
import { useRecordContext } from 'react-admin';
import { Column } from '../kit/column.tsx';
import { dateTime } from '../texts/time.ts';
import { nameAndUnit, setPointInWords, withUnit } from '../texts/units.ts';
import { useText } from '../texts/use-text.ts';
import { OrDash } from './or-dash.tsx';
import { periodInWords } from './period.ts';

/** A sensor's value, or the range between two, with the unit in the sensor's name. */
export const Measured = ({ values, sensorName }: { values: readonly number[]; sensorName: string }) => {
  const { unit } = nameAndUnit(sensorName);
  return (
    <>
      {setPointInWords(values)}
      {unit !== '' && <span className="unit"> {unit}</span>}
    </>
  );
};

/** Of the entry of a silence: when the last reading before it came. */
const SilentSince = () => {
  const text = useText();
  const { silentSince } = useRecordContext<AlertLogEntry>()!;
  return <>{text('states.silentSince', { time: dateTime(silentSince!) })}</>;
};

/** A value, if there is one, above its rule. */
export const AgainstSetPoint = ({ value }: { value: number | null }) => {
  const text = useText();
  const { sensorName, alertType, criteria } = useRecordContext<Alert | AlertLogEntry>()!;
  if (sensorName === null || alertType === null || criteria === null) return <SilentSince />;
  const { name, unit } = nameAndUnit(sensorName);
  // Without line breaks, even in a narrow column.
  const setPoint = withUnit(setPointInWords(criteria.values), unit).replaceAll(' ', '\u00a0');
  return (
    <>
      {value !== null && (
        <div className="numbers">
          <Measured values={[value]} sensorName={sensorName} />
        </div>
      )}
      <Box className="quiet" sx={{ minWidth: 130, fontSize: 12, lineHeight: '16px' }}>
        {text(`resources.alert.against.${alertType}`, {
          sensor: name,
          setPoint,
          period: periodInWords(criteria.timePeriod),
        })}
      </Box>
    </>
  );
};

/** The rule of an alert, or the rule by which an entry of the alert log fired. */
export const ruleColumns = [
  <Column<Alert | AlertLogEntry> key="sensorName" source="sensorName" className="wraps" />,
  <Column<Alert | AlertLogEntry> key="valueType" source="valueType" />,
  <Column<Alert | AlertLogEntry>
    key="alertType"
    source="alertType"
    render={({ alertType, criteria, sensorName }) => (
      <OrDash>
        {criteria !== null && (
          <>
            {alertType} <Measured values={criteria.values} sensorName={sensorName ?? ''} />{' '}
            {periodInWords(criteria.timePeriod)}
          </>
        )}
      </OrDash>
    )}
  />,
];
