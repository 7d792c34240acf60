import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';

/** Coordinates in degrees. */
export interface Place {
  lat: number;
  lng: number;
}

/** The frame of a map or plan picker in a form. */
export const PickerFrame = ({ children }: { children: ReactNode }) => (
  <Box
    className="wide"
    sx={{
      height: 260,
      overflow: 'hidden',
      border: '1px solid var(--border-strong)',
      borderRadius: 'var(--radius)',
      bgcolor: 'var(--sunken)',
      '& > *': { height: '100%' },
    }}
  >
    {children}
  </Box>
);

/** Sets number fields of the surrounding form to a picked place, as if typed. */
export const useTypedPlace = () => {
  const { setValue } = useFormContext();
  return (place: Readonly<Record<string, number>>) => {
    for (const [name, value] of Object.entries(place))
      setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
  };
};
