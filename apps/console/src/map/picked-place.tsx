import Box from '@mui/material/Box';
import { Suspense, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';

/** Of the world, in degrees. */
export interface Place {
  lat: number;
  lng: number;
}

/** Around a map or a plan that a place is chosen on, inside a form; it loads what is in it. */
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
    <Suspense fallback={null}>{children}</Suspense>
  </Box>
);

/** Sets number fields of the form around it to a picked place, as if it was typed. */
export const useTypedPlace = () => {
  const { setValue } = useFormContext();
  return (place: Readonly<Record<string, number>>) => {
    for (const [name, value] of Object.entries(place))
      setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
  };
};
