import { ButtonBase } from '@mui/material';
import type { DeviceImage } from '@telemon/contracts/devices/images';
import { useText } from '../../texts/use-text.ts';
import { StoredImage } from './stored-image.tsx';

const FRAME = {
  width: '100%',
  aspectRatio: '4 / 3',
  overflow: 'hidden',
  border: '1px solid var(--border)',
  borderRadius: 'var(--radius)',
  bgcolor: 'var(--sunken)',
  '&:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: 2 },
} as const;

interface Props {
  image: DeviceImage;
  onOpen: (image: DeviceImage) => void;
  onBroken: () => Promise<unknown>;
}

/** A small picture that opens the large one. */
export const Thumbnail = ({ image, onOpen, onBroken }: Props) => (
  <ButtonBase
    sx={FRAME}
    data-image={image.id}
    aria-label={useText()('device.images.open', { name: image.fileName })}
    onClick={() => onOpen(image)}
  >
    <StoredImage src={image.thumbnailUrl} alt="" onBroken={onBroken} />
  </ButtonBase>
);
