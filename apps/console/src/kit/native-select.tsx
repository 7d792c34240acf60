import { TextField, type TextFieldProps } from '@mui/material';

interface Props extends Pick<TextFieldProps, 'error' | 'helperText' | 'sx'> {
  label: string;
  value: string | number;
  options: readonly (readonly [value: string | number, name: string])[];
  onChange: (value: string) => void;
}

/** A choice by the browser's own list, outside react-admin's forms. */
export const NativeSelect = ({ options, onChange, ...rest }: Props) => (
  <TextField
    select
    onChange={({ target }) => onChange(target.value)}
    slotProps={{ select: { native: true } }}
    {...rest}
  >
    {options.map(([value, name]) => (
      <option key={value} value={value}>
        {name}
      </option>
    ))}
  </TextField>
);
