import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { ReactNode } from 'react';

interface Props<Value extends string> {
  /** Names the choice for a screen reader. */
  label: string;
  /** Null where none is chosen. */
  value: Value | null;
  choices: readonly { value: Value; label: string; icon?: ReactNode }[];
  onChange: (chosen: Value) => void;
  className?: string;
}

/** One of a few choices, each a button. The chosen one cannot be taken back, only exchanged. */
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
