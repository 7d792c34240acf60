import { InputAdornment, TextField } from '@mui/material';
import { useRef, type CSSProperties } from 'react';
import { ActionButton } from '../kit/action-button.tsx';
import { useText } from '../texts/use-text.ts';
import { readDay, shownDay } from './days.ts';

/** Takes no clicks and no focus: the browser only opens its calendar there. */
const CALENDAR: CSSProperties = { position: 'absolute', inset: 0, opacity: 0, pointerEvents: 'none' };

interface Props {
  label: string;
  /** As typed, dd/MM/yyyy. */
  value: string;
  /** The bounds of the calendar, `yyyy-MM-dd`. */
  min?: string | undefined;
  max: string;
  onChange: (typed: string) => void;
}

/** A day as dd/MM/yyyy, whatever the browser's own order is; typed, or chosen in the browser's calendar. */
export const DayInput = ({ label, value, min, max, onChange }: Props) => {
  const text = useText();
  const calendar = useRef<HTMLInputElement>(null);
  return (
    <TextField
      label={label}
      value={value}
      placeholder={text('report.export.format')}
      error={readDay(value) === ''}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{
        htmlInput: { inputMode: 'numeric', maxLength: 10, autoComplete: 'off' },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <ActionButton
                icon="calendar"
                label={text('report.export.calendar', { label })}
                onClick={() => calendar.current?.showPicker()}
              />
              <input
                ref={calendar}
                type="date"
                tabIndex={-1}
                aria-hidden
                style={CALENDAR}
                value={readDay(value)}
                min={min}
                max={max}
                onChange={({ target }) => target.value !== '' && onChange(shownDay(target.value))}
              />
            </InputAdornment>
          ),
        },
      }}
    />
  );
};
