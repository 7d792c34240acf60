import { Box } from '@mui/material';
import { useId, type ReactNode } from 'react';
import type { TextKey } from '../texts/translate.ts';
import { useText } from '../texts/use-text.ts';

interface Props {
  title: TextKey;
  hint?: TextKey;
  children: ReactNode;
}

/** A section of a long form, with a heading. */
export const FormSection = ({ title, hint, children }: Props) => {
  const text = useText();
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id} sx={{ display: 'contents' }}>
      <Box className="wide" sx={{ mt: 1, pt: 2.5, borderTop: '1px solid var(--border)' }}>
        <Box component="h3" id={id} sx={{ fontSize: 14, fontWeight: 600 }}>
          {text(title)}
        </Box>
        {hint && (
          <Box component="p" sx={{ color: 'text.secondary', fontSize: 13 }}>
            {text(hint)}
          </Box>
        )}
      </Box>
      {children}
    </Box>
  );
};
