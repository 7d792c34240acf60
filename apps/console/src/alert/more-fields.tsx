import { Button } from '@mui/material';
import {
  type AlertType,
  HOLD_FOR_MAX_S,
  REMIND_EVERY_MIN,
  Severity,
  hasRange,
  hasWayOut,
} from '@telemon/contracts/alerting/alerts';
import { useEffect, useId, useState } from 'react';
import { BooleanInput, NumberInput } from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { MINUTE_MS } from '@telemon/contracts/durations';
import { EnumInput } from '../kit/enum-input.tsx';
import { Icon } from '../kit/icon.tsx';
import { lasting } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import { MORE_FIELDS, type MoreValues, isUnusual } from './more-values.ts';
import { durationInWords } from './rule-words.ts';

type Values = MoreValues & { alertType: AlertType };

const MINUTES_HELD = [1, 2, 5, 10, 15, 30, 60, 120, 360, 720];
const HOLD_TIMES_S = [0, 30, ...MINUTES_HELD.map((minutes) => minutes * 60), HOLD_FOR_MAX_S];
const INTERVALS_MIN = [0, REMIND_EVERY_MIN.least, 30, 60, 120, 240, 720, REMIND_EVERY_MIN.most];

/** The usual choices, and the present value if it is another one. */
const withPresent = (usual: readonly number[], present: number): number[] =>
  [...new Set([...usual, present])].sort((one, other) => one - other);

const HoldFor = () => {
  const text = useText();
  const { holdFor } = useWatch() as Values;
  const options = withPresent(HOLD_TIMES_S, holdFor).map((id) => ({
    id,
    name: id === 0 ? text('resources.alert.atOnce') : durationInWords(id, text),
  }));
  return <EnumInput source="holdFor" options={options} helperText="resources.alert.hints.holdFor" />;
};

const RemindEvery = () => {
  const text = useText();
  const { remindEvery } = useWatch() as Values;
  const options = withPresent(INTERVALS_MIN, remindEvery).map((id) => ({
    id,
    name:
      id === 0
        ? text('resources.alert.never')
        : text('resources.alert.everyTime', { time: lasting(id * MINUTE_MS, text) }),
  }));
  return <EnumInput source="remindEvery" options={options} helperText="resources.alert.hints.remindEvery" />;
};

const ClearAt = () => {
  const { alertType } = useWatch() as Values;
  if (!hasWayOut(alertType)) return null;
  const helperText = `resources.alert.hints.clearAt.${alertType}`;
  if (!hasRange(alertType))
    return (
      <NumberInput
        key="one"
        source="clearAt.0"
        label="resources.alert.fields.clearAt"
        min={0}
        helperText={helperText}
      />
    );
  return (
    <>
      <NumberInput
        key="lower"
        source="clearAt.0"
        label="resources.alert.fields.clearLower"
        min={0}
        helperText={helperText}
      />
      <NumberInput key="upper" source="clearAt.1" label="resources.alert.fields.clearUpper" min={0} />
    </>
  );
};

/** Severity, hold time, clear threshold, "back to normal" and reminders: folded, unless one is set or wrong. */
export const MoreFields = () => {
  const text = useText();
  const id = useId();
  const { getValues } = useFormContext<Values>();
  const { errors } = useFormState<Values>();
  const { alertType } = useWatch() as Values;
  const [isUnfolded, setUnfolded] = useState(() => isUnusual(getValues()));
  const isWrong = MORE_FIELDS.some((field) => errors[field] !== undefined);
  const isOpen = isUnfolded || isWrong;
  // They stay unfolded while the user corrects a value.
  useEffect(() => {
    if (isWrong) setUnfolded(true);
  }, [isWrong]);
  const severities = Severity.options.map((severity) => ({
    id: severity,
    name: text(`resources.alert.severities.${severity}`),
  }));
  return (
    <>
      <div className="wide">
        <Button
          variant="text"
          startIcon={<Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={16} />}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setUnfolded(isWrong || !isOpen)}
        >
          {text('resources.alert.more')}
        </Button>
      </div>
      {isOpen && (
        <div id={id} role="group" aria-label={text('resources.alert.more')} style={{ display: 'contents' }}>
          <EnumInput source="severity" options={severities} helperText="resources.alert.hints.severity" />
          {hasWayOut(alertType) && <HoldFor />}
          <ClearAt />
          <RemindEvery />
          <BooleanInput source="notifyCleared" helperText={false} className="wide" />
        </div>
      )}
    </>
  );
};
