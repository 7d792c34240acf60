import { Box } from '@mui/material';
import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import type { Alert } from '@telemon/contracts/alerting/alerts';
import type { ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import { Column } from '../kit/column.tsx';
import { nameAndUnit, setPointInWords } from '../texts/units.ts';
import { useText } from '../texts/use-text.ts';
import { OrDash } from './or-dash.tsx';
import { type Rule, periodOf, ruleInWords, ruleOf, setPointOf } from './rule-words.ts';

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

/** A small line below a cell's first line. */
export const LineBelow = ({ children }: { children: ReactNode }) => (
  <Box className="quiet" sx={{ minWidth: 130, fontSize: 12, lineHeight: '16px' }}>
    {children}
  </Box>
);

/** A rule, below the value that it is compared with. */
export const AgainstRule = ({ rule, children }: { rule: Rule; children?: ReactNode }) => {
  const text = useText();
  return (
    <>
      {children && <div className="numbers">{children}</div>}
      {/* The set point without line breaks, even in a narrow column. */}
      <LineBelow>{ruleInWords(rule, text, setPointOf(rule).replaceAll(' ', '\u00a0'))}</LineBelow>
    </>
  );
};

/** The type of a rule, with its set point and time period; a silence has no rule. */
const TypeOfRule = () => {
  const text = useText();
  const rule = ruleOf(useRecordContext<Alert | AlertLogEntry>()!);
  if (rule === null) return text('states.silent');
  const period = periodOf(rule, text);
  return (
    <>
      {text(`enumerated.beforeSetPoint.${rule.alertType}`)}{' '}
      <Measured values={rule.criteria.values} sensorName={rule.sensorName} />
      {period && `, ${period}`}
    </>
  );
};

/** The value type of an alert or event; a silence has none. */
export const ValueTypeOfRule = () => {
  const text = useText();
  const { valueType } = useRecordContext<Pick<AlertLogEntry, 'id' | 'valueType'>>()!;
  return <OrDash>{valueType && text(`enumerated.valueType.${valueType}`)}</OrDash>;
};

/** The rule of an alert, or the rule by which an entry of the alert log fired. */
export const ruleColumns = [
  <Column<Alert | AlertLogEntry>
    key="sensorName"
    source="sensorName"
    className="wraps"
    render={({ sensorName }) => <OrDash>{sensorName}</OrDash>}
  />,
  <Column<Alert | AlertLogEntry> key="valueType" source="valueType">
    <ValueTypeOfRule />
  </Column>,
  <Column<Alert | AlertLogEntry> key="alertType" source="alertType">
    <TypeOfRule />
  </Column>,
];
