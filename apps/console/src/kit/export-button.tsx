import { Box, Button, CircularProgress, Menu, MenuItem } from '@mui/material';
import { SHEET_FORMATS } from '@telemon/contracts/streamed-file';
import { useId, useState } from 'react';
import { fileSize } from '../texts/numbers.ts';
import { useText } from '../texts/use-text.ts';
import { ActionButton } from './action-button.tsx';
import { Icon } from './icon.tsx';
import { useExport, type Exported } from './use-export.ts';

/** The progress has the place of the button, so that nothing beside it moves. */
const PLACE = { display: 'inline-grid', '& > *': { gridArea: '1 / 1' } };
const UNDER_WAY = { display: 'flex', alignItems: 'center', justifyContent: 'center', gap: 1, minHeight: 36 };

const UnderWay = ({ bytes, onCancel }: { bytes: number; onCancel: (() => void) | undefined }) => {
  const text = useText();
  const words = bytes === 0 ? text('export.preparing') : text('export.soFar', { size: fileSize(bytes) });
  return (
    <Box sx={UNDER_WAY} title={words}>
      <CircularProgress size={16} aria-hidden />
      <span role="status" className="only-read-aloud">
        {words}
      </span>
      <span className="numbers" aria-hidden>
        {bytes === 0 ? '…' : fileSize(bytes)}
      </span>
      {onCancel && <ActionButton icon="close" label={text('export.cancel')} onClick={onCancel} />}
    </Box>
  );
};

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

  return (
    <Box className="export" sx={PLACE}>
      <Button
        disabled={isDisabled}
        sx={{ visibility: bytes === null ? undefined : 'hidden' }}
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
      {bytes !== null && <UnderWay bytes={bytes} onCancel={cancel} />}
    </Box>
  );
};
