import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import { type Alert, USUAL_SEVERITY } from '@telemon/contracts/alerting/alerts';
import { ActionLink } from '../kit/action-button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { useDialogHere } from '../kit/dialog-here.tsx';
import { useText } from '../texts/use-text.ts';
import { Measured } from './rule.tsx';
import { durationInWords, periodOf, ruleOf } from './rule-words.ts';

/** An alert, or an entry of the log. */
type Row = Pick<Alert, 'id' | 'deviceName' | 'message'>;

interface Props {
  part: 'criteria' | 'message';
  label: string;
  title: string;
  width: number;
  children: ReactNode;
}

/** Links to a dialog with a part of the row's rule; a query parameter names the row. */
const RuleDialog = ({ part, label, title, width, children }: Props) => {
  const { id } = useRecordContext<Row>()!;
  const { shownId, addressOf, close } = useDialogHere(part);
  return (
    <>
      <ActionLink icon={part} label={label} to={addressOf(id)} />
      {shownId === id && (
        <Dialog title={title} onClose={close} width={width}>
          {children}
        </Dialog>
      )}
    </>
  );
};

/** The documents' Criteria dialog; a silence has no criteria. */
export const CriteriaButton = () => {
  const text = useText();
  const { deviceName, severity, ...row } = useRecordContext<Alert | AlertLogEntry>()!;
  const rule = ruleOf(row);
  if (rule === null) return null;
  const { sensorName, valueType, alertType, criteria } = rule;
  const rows = (
    [
      ['deviceName', deviceName],
      ['sensorName', sensorName],
      ['valueType', text(`enumerated.valueType.${valueType}`)],
      ['alertType', text(`enumerated.alertType.${alertType}`)],
      ['setPoint', <Measured key="setPoint" values={criteria.values} sensorName={sensorName} />],
      ['timePeriod', periodOf(rule, text)],
      ['holdFor', row.holdFor && durationInWords(row.holdFor, text)],
      ['clearAt', row.clearAt && <Measured key="clearAt" values={row.clearAt} sensorName={sensorName} />],
      ['severity', severity && severity !== USUAL_SEVERITY && text(`resources.alert.severities.${severity}`)],
    ] as const
  ).filter(([, value]) => value);
  return (
    <RuleDialog
      part="criteria"
      label={text('resources.alert.action.criteria')}
      title={text('resources.alert.criteria')}
      width={400}
    >
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: '120px minmax(0, 1fr)', gap: '10px 16px' }}
      >
        {rows.map(([name, value]) => (
          <Box key={name} sx={{ display: 'contents' }}>
            <dt className="quiet">{text(`resources.alert.fields.${name}`)}</dt>
            <dd className="numbers">{value}</dd>
          </Box>
        ))}
      </Box>
    </RuleDialog>
  );
};

/** The documents' Message dialog. */
export const MessageButton = () => {
  const text = useText();
  const { message } = useRecordContext<Row>()!;
  return (
    <RuleDialog
      part="message"
      label={text('resources.alert.action.message')}
      title={text('resources.alert.fields.message')}
      width={440}
    >
      <Box
        component="p"
        sx={{
          p: 1.5,
          border: '1px solid var(--border)',
          borderRadius: 1,
          bgcolor: 'background.default',
          whiteSpace: 'pre-wrap',
        }}
      >
        {message}
      </Box>
    </RuleDialog>
  );
};
