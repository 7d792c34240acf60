import { useMediaQuery } from '@mui/material';
import type { Theme } from '@mui/material/styles';

/** Whether the window is as narrow as a phone's, where a row is a card. */
export const useOnPhone = (): boolean =>
  useMediaQuery<Theme>(({ breakpoints }) => breakpoints.down('sm'), { noSsr: true });

/** Whether the window has room for the menu beside the page. */
export const useOnDesk = (): boolean =>
  useMediaQuery<Theme>(({ breakpoints }) => breakpoints.up('md'), { noSsr: true });
