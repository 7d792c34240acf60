import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import type { ReactNode } from 'react';

interface Props<Value extends string> {
  /** The group's accessible name. */
  label: string;
  /** Null before a choice. */
  value: Value | null;
  choices: readonly { value: Value; label: string; icon?: ReactNode }[];
  onChange: (chosen: Value) => void;
}

/** A choice of one value, a button for each. The user can change the choice but not clear it. */
export const ChoiceButtons = <Value extends string>({ label, choices, onChange, ...rest }: Props<Value>) => (
  <ToggleButtonGroup
    {...rest}
    aria-label={label}
    onChange={(_, chosen: Value | null) => chosen !== null && onChange(chosen)}
  >
    {choices.map((choice) => (
      <ToggleButton key={choice.value} value={choice.value}>
        {choice.icon}
        {choice.label}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
);
