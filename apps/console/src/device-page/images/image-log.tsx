import { Box } from '@mui/material';
import { IMAGE_MAX_BYTES, IMAGES_OF_A_PAGE, type DeviceImage } from '@telemon/contracts/devices/images';
import { imageTopic } from '@telemon/contracts/mqtt-bridge/mqtt';
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { useListContext, useRecordContext } from 'react-admin';
import { Column, RowNumber } from '../../kit/column.tsx';
import { lazyAside } from '../../kit/lazy-part.tsx';
import { Picture } from '../../kit/picture.tsx';
import { ResourceList } from '../../kit/resource-list.tsx';
import { Moment } from '../moment.tsx';
import { Thumbnail } from './thumbnail.tsx';

const ImagePreview = lazyAside(() => import('./image-preview.tsx'));

const PAGE_SIZES = [IMAGES_OF_A_PAGE, 10, 25];
const SMALL = { display: 'inline-block', width: 96, my: 0.5 };

type Open = (image: DeviceImage) => void;
const OpenContext = createContext<Open>(() => {});

const ThumbnailOfRow = () => {
  const open = useContext(OpenContext);
  const { refetch } = useListContext();
  const image = useRecordContext<DeviceImage>()!;
  return (
    <Box component="span" sx={SMALL}>
      <Thumbnail image={image} onOpen={open} onBroken={async () => refetch()} />
    </Box>
  );
};

/** The preview of the page's images; after its last image it turns the list's page. */
const PreviewOfRows = ({
  opened,
  onOpen,
}: {
  opened: DeviceImage;
  onOpen: (image: DeviceImage | null) => void;
}) => {
  const {
    data = [],
    page,
    perPage,
    total = 0,
    setPage,
    refetch,
    isPlaceholderData,
  } = useListContext<DeviceImage>();
  /** The page that is loading, and whether the preview continues with its newest or its oldest image. */
  const entering = useRef<{ page: number; from: 'newer' | 'older' } | null>(null);
  useEffect(() => {
    const { current } = entering;
    if (current === null || current.page !== page || isPlaceholderData) return;
    entering.current = null;
    const next = current.from === 'newer' ? data[0] : data.at(-1);
    if (next) onOpen(next);
  }, [data, page, isPlaceholderData, onOpen]);

  const at = data.findIndex(({ id }) => id === opened.id);
  // Newer images may have moved the opened one to the next page: it counts as behind the last.
  const place = at < 0 ? data.length : at;
  const enter = (to: number, from: 'newer' | 'older') => () => {
    entering.current = { page: to, from };
    setPage(to);
  };
  const turnTo = (next: number): (() => void) | undefined => {
    const image = data[next];
    if (image) return () => onOpen(image);
    if (next < 0) return page > 1 ? enter(page - 1, 'older') : undefined;
    return page * perPage < total ? enter(page + 1, 'newer') : undefined;
  };
  return (
    <ImagePreview
      image={data[at] ?? opened}
      place={(page - 1) * perPage + place + 1}
      count={total}
      onNewer={turnTo(place - 1)}
      onOlder={turnTo(at < 0 ? place : place + 1)}
      onClose={() => onOpen(null)}
      onBroken={async () => refetch()}
    />
  );
};

/** Every image of the device, the newest first. */
export default function ImageLog({ deviceName }: { deviceName: string }) {
  const [opened, setOpened] = useState<DeviceImage | null>(null);
  return (
    <OpenContext value={setOpened}>
      <ResourceList<DeviceImage>
        isAside
        resource="image-log"
        label="device.tabs.image-log"
        filter={{ deviceName }}
        pageSizes={PAGE_SIZES}
        empty={
          <Picture
            icon="image"
            title="device.images.none"
            what="device.images.noneWhat"
            values={{ topic: imageTopic(deviceName), size: IMAGE_MAX_BYTES / 1_048_576 }}
          />
        }
        beside={opened && <PreviewOfRows opened={opened} onOpen={setOpened} />}
      >
        <RowNumber />
        <Column<DeviceImage> source="thumbnailUrl" label="device.images.thumbnail" isFixed>
          <ThumbnailOfRow />
        </Column>
        <Column<DeviceImage> source="fileName" label="device.images.fileName" onCard="title" isFixed />
        <Column<DeviceImage>
          source="createdAt"
          label="device.images.time"
          isFixed
          render={({ createdAt }) => <Moment at={createdAt} />}
        />
      </ResourceList>
    </OpenContext>
  );
}
