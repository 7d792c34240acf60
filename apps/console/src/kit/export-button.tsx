import { Box, Button, CircularProgress, Menu, MenuItem } from '@mui/material';
import { SHEET_FORMATS } from '@telemon/contracts/streamed-file';
import { useId, useState } from 'react';
import { fileSize } from '../texts/numbers.ts';
import { useText } from '../texts/use-text.ts';
import { Icon } from './icon.tsx';
import { useExport, type Exported } from './use-export.ts';

const UNDER_WAY = { display: 'flex', alignItems: 'center', gap: 1, minHeight: 36, whiteSpace: 'nowrap' };

interface Props extends Exported {
  isDisabled?: boolean;
}

/** Exports rows as a workbook or CSV, with progress and Cancel. The export goes on when the user leaves the page. */
export const ExportButton = ({ isDisabled = false, ...exported }: Props) => {
  const text = useText();
  const menuId = useId();
  const { bytes, start, cancel } = useExport(exported);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);

  if (bytes !== null) {
    return (
      <Box sx={UNDER_WAY}>
        <CircularProgress size={16} aria-hidden />
        <Box component="span" role="status" sx={{ fontVariantNumeric: 'tabular-nums', minWidth: '17ch' }}>
          {bytes === 0 ? text('export.preparing') : text('export.soFar', { size: fileSize(bytes) })}
        </Box>
        {cancel && <Button onClick={cancel}>{text('export.cancel')}</Button>}
      </Box>
    );
  }
  return (
    <>
      <Button
        disabled={isDisabled}
        aria-haspopup="menu"
        aria-controls={anchor ? menuId : undefined}
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        endIcon={<Icon name="chevronDown" size={16} />}
      >
        {text('export.title')}
      </Button>
      <Menu id={menuId} anchorEl={anchor} open={anchor !== null} onClose={close}>
        {SHEET_FORMATS.map((format) => (
          <MenuItem
            key={format}
            onClick={() => {
              close();
              void start(format);
            }}
          >
            {text(`export.formats.${format}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
