import { Box } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import type { DeviceDashboard } from '@telemon/contracts/devices/dashboards';
import type { DeviceImage } from '@telemon/contracts/devices/images';
import { useState } from 'react';
import { lazyAside } from '../../kit/lazy-part.tsx';
import { useText } from '../../texts/use-text.ts';
import { Thumbnail } from './thumbnail.tsx';

const ImagePreview = lazyAside(() => import('./image-preview.tsx'));

const ROW = { display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: 1 };

/** The last three images of a device. */
export const LastImages = ({ data }: { data: DeviceDashboard | undefined }) => {
  const text = useText();
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState<DeviceImage | null>(null);
  const images = data?.latestData.lastThreeImages ?? [];
  const askAnew = () =>
    queryClient.invalidateQueries({ queryKey: ['device-page', data?.deviceInfo.deviceName] });
  const at = images.findIndex(({ id }) => id === opened?.id);
  const turnTo = (place: number) => {
    const image = images[place];
    return image && (() => setOpened(image));
  };
  return (
    <Box sx={{ mt: 1.5 }}>
      <h3>{text('device.images.last')}</h3>
      {data && images.length === 0 && (
        <Box component="p" sx={{ color: 'text.secondary' }}>
          {text('device.images.none')}
        </Box>
      )}
      <Box sx={ROW}>
        {images.map((image) => (
          <Thumbnail key={image.id} image={image} onOpen={setOpened} onBroken={askAnew} />
        ))}
      </Box>
      {opened && (
        <ImagePreview
          image={images[at] ?? opened}
          // Newer images may have replaced the opened one: it counts as behind the last.
          place={(at < 0 ? images.length : at) + 1}
          count={Math.max(images.length, at < 0 ? images.length + 1 : 0)}
          onNewer={turnTo(at < 0 ? images.length - 1 : at - 1)}
          onOlder={at < 0 ? undefined : turnTo(at + 1)}
          onClose={() => setOpened(null)}
          onBroken={askAnew}
        />
      )}
    </Box>
  );
};
