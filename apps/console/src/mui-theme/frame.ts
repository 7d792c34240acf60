import { SHAPE, type Tokens } from '../theme.ts';
import { root, slots, type Parts } from './parts.ts';

/** The menu's width; bar and page begin beside it. */
const MENU_WIDTH = 'clamp(220px, 19vw, 300px)';
const DESK = `@media (min-width: ${SHAPE.desk}px)`;

export const frame = (tokens: Tokens): Parts => ({
  RaLayout: root({
    minWidth: 0,
    '& .RaLayout-appFrame': { marginTop: '0 !important' },
    '& .RaLayout-contentWithSidebar': {
      minWidth: 0,
      marginTop: SHAPE.bar,
      [DESK]: { marginLeft: MENU_WIDTH },
    },
    '& .RaLayout-content': { minWidth: 0, padding: 16, [DESK]: { padding: 24 } },
    '&.bare .RaLayout-content': { padding: 0 },
    '& .list-page': { flex: '0 1 auto' },
    // A table that is too wide scrolls by itself.
    '& .RaList-main': { flex: '1 1 auto', minWidth: 0 },
    '& .RaList-content': { minWidth: 0 },
  }),
  RaAppBar: root({
    borderBottom: `1px solid ${tokens.border}`,
    backgroundColor: `${tokens.surface} !important`,
    color: tokens.text,
    [DESK]: { left: MENU_WIDTH, right: 0, width: 'auto' },
    '& .RaAppBar-toolbar': {
      gap: 8,
      minHeight: `${SHAPE.bar}px !important`,
      padding: '0 8px',
      [DESK]: { padding: '0 24px' },
    },
    '& .RaAppBar-menuButton': { [DESK]: { display: 'none' } },
    '& h1': {
      flex: '0 1 auto',
      minWidth: 0,
      margin: '0 auto 0 0',
      overflow: 'hidden',
      fontSize: 16,
      fontWeight: 650,
      lineHeight: '20px',
      letterSpacing: '-0.01em',
      textOverflow: 'ellipsis',
    },
    [`@media (max-width: ${SHAPE.desk - 1}px)`]: { '& .MuiToolbar-root': { gap: 2 } },
  }),
  MuiDrawer: slots({
    paper: {
      width: 280,
      maxWidth: '84vw',
      borderRight: `1px solid ${tokens.border}`,
      backgroundColor: tokens.surface,
    },
    docked: { '& .MuiDrawer-paper': { width: MENU_WIDTH } },
  }),
  RaMenu: root({
    width: 'auto !important',
    padding: '0 12px 24px',
    gap: 2,
    '& .MuiMenuItem-root': {
      justifyContent: 'flex-start',
      width: '100%',
      minHeight: 36,
      marginBottom: 2,
      padding: '0 8px',
      borderRadius: SHAPE.radius,
      color: tokens.textQuiet,
      fontWeight: 500,
      textAlign: 'left',
      '&:hover': { backgroundColor: tokens.sunken, color: tokens.text, textDecoration: 'none' },
      '&.in-group': { paddingLeft: 36 },
      '&[aria-current=page]': {
        backgroundColor: tokens.accentSoft,
        color: tokens.accent,
        fontWeight: 600,
      },
    },
    '& .MuiListItemIcon-root': { minWidth: '0 !important', color: 'inherit !important' },
    '& .MuiTypography-root': { fontWeight: 'inherit' },
  }),
});
