import { Box, Button } from '@mui/material';
import type { DeviceImage } from '@telemon/contracts/devices/images';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { ActionButton } from '../../kit/action-button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Icon } from '../../kit/icon.tsx';
import { useText } from '../../texts/use-text.ts';
import { Moment } from '../moment.tsx';
import { StoredImage } from './stored-image.tsx';

const PICTURE = {
  height: { xs: '45vh', sm: 'min(60vh, 640px)' },
  bgcolor: 'var(--sunken)',
  borderRadius: 'var(--radius)',
};
const LINE = { display: 'flex', justifyContent: 'space-between', gap: 2, mt: 1, color: 'text.secondary' };

/** A button at an end does nothing, but keeps the focus, so that the keyboard's keys still reach the dialog. */
const endOf = (turn: (() => void) | undefined) => ({
  'aria-disabled': turn === undefined,
  sx: { opacity: turn ? 1 : 0.4 },
});

interface PreviewProps {
  image: DeviceImage;
  /** Its number among all images of the preview, and how many these are. */
  place: number;
  count: number;
  /** Opens the newer or the older image; undefined if there is none. */
  onNewer: (() => void) | undefined;
  onOlder: (() => void) | undefined;
  onClose: () => void;
  onBroken: () => Promise<unknown>;
}

/** The documents' image preview: one image large, and its neighbours in time. */
export default function ImagePreview({ image, place, count, onClose, onBroken, ...turns }: PreviewProps) {
  const text = useText();
  const { onNewer, onOlder } = turns;
  const shownId = useRef(image.id);
  shownId.current = image.id;
  // MUI returns the focus to the element that opened the dialog. After turning pages that element is gone, and the image's own takes
  // its place.
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        document.querySelector<HTMLElement>(`[data-image="${shownId.current}"]`)?.focus();
      });
    },
    [],
  );
  const turn = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') onNewer?.();
    if (key === 'ArrowRight') onOlder?.();
  };
  return (
    <Dialog
      title={image.fileName}
      onClose={onClose}
      onKeyDown={turn}
      width={960}
      actions={
        <>
          <ActionButton
            icon="chevronLeft"
            label={text('device.images.newer')}
            onClick={onNewer}
            {...endOf(onNewer)}
          />
          <ActionButton
            icon="chevronRight"
            label={text('device.images.older')}
            onClick={onOlder}
            {...endOf(onOlder)}
          />
          <Button
            component="a"
            href={image.url}
            download={image.fileName}
            startIcon={<Icon name="download" />}
          >
            {text('device.images.download')}
          </Button>
        </>
      }
    >
      <Box sx={PICTURE}>
        <StoredImage key={image.id} src={image.url} alt={image.fileName} onBroken={onBroken} />
      </Box>
      <Box sx={LINE}>
        <Moment at={image.createdAt} />
        <span aria-live="polite">{text('device.images.position', { place, count })}</span>
      </Box>
    </Dialog>
  );
}
