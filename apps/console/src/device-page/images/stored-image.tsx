import { Box } from '@mui/material';
import { useState } from 'react';
import { Icon } from '../../kit/icon.tsx';
import { useText } from '../../texts/use-text.ts';

interface Props {
  src: string;
  /** '' if the surrounding element names the image. */
  alt: string;
  /** Asks for the image's addresses anew. */
  onBroken: () => Promise<unknown>;
}

const BROKEN = {
  display: 'grid',
  placeItems: 'center',
  width: '100%',
  height: '100%',
  minHeight: 48,
  color: 'text.secondary',
};

/** An image behind a signed address, which is asked for anew once if it has expired. */
export const StoredImage = ({ src, alt, onBroken }: Props) => {
  const text = useText();
  const [failed, setFailed] = useState<string | null>(null);
  const [hasAsked, setHasAsked] = useState(false);
  const ask = async () => {
    setFailed(src);
    if (hasAsked) return;
    setHasAsked(true);
    await onBroken();
    // If the address is unchanged, the network may have failed: the image is tried again.
    setFailed(null);
  };
  if (failed === src) {
    const said = text('device.images.broken');
    return (
      <Box component="span" role="img" aria-label={said} title={said} sx={BROKEN}>
        <Icon name="unplugged" />
      </Box>
    );
  }
  return (
    <img
      src={src}
      alt={alt}
      loading="lazy"
      onError={() => void ask()}
      onLoad={() => setHasAsked(false)}
      style={{ width: '100%', height: '100%', objectFit: 'contain' }}
    />
  );
};
