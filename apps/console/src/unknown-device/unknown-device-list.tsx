import type { UnknownDevice } from '@telemon/contracts/logs/unknown-devices';
import { useRecordContext } from 'react-admin';
import { useSearchParams } from 'react-router';
import { ActionLink } from '../kit/action-button.tsx';
import { Column, RowActions, RowNumber } from '../kit/column.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { FormHere, useDialogHere } from '../kit/dialog-here.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { infoOf } from '../kit/list-info.tsx';
import { Picture } from '../kit/picture.tsx';
import { ResourceList } from '../kit/resource-list.tsx';
import { TimeAgo } from '../kit/time-ago.tsx';
import { WIDE_PX, useHiddenAtFirst } from '../kit/use-hidden-at-first.ts';
import { LIST_POLL_MS } from '../live/live-context.ts';
import { Payload } from '../message-log/payload.tsx';
import { formatExactly } from '../texts/numbers.ts';
import { useText } from '../texts/use-text.ts';

const DeviceCreate = lazyPart(() => import('../device/device-create.tsx'));

type Row = UnknownDevice & { id: string };

/** The name that the form for a new device has, in the address. */
const CREATED = 'deviceName';
const FITS_FROM = { source: WIDE_PX, firstSeenAt: WIDE_PX };

/** The beginning of a payload; of a device that only tries to sign in, nothing more is known. */
const Sample = ({ data, bytes }: UnknownDevice) => {
  const text = useText();
  if (data === null) return <span className="quiet">{text('resources.unknownDevice.signIns')}</span>;
  return <Payload content={data} bytes={bytes} reason={null} count={null} />;
};

const Options = () => {
  const text = useText();
  const { deviceName } = useRecordContext<UnknownDevice>()!;
  const { addressOf } = useDialogHere(CREATED);
  return (
    <>
      <ActionLink icon="plus" label={text('resources.unknownDevice.create')} to={addressOf(deviceName)} />
      <DeleteButton<Row>
        what={({ deviceName: name }) => text('resources.unknownDevice.deleteWhat', { name })}
      />
    </>
  );
};

/** The names that messages or sign-ins came under and that no device has. */
export default function UnknownDeviceList() {
  const [search] = useSearchParams();
  const here = useDialogHere(CREATED);
  return (
    <>
      <ResourceList<Row>
        label="pages.unknownDevices"
        info={infoOf('unknownDevice', 'what', 'create', 'bounds')}
        hiddenColumns={useHiddenAtFirst(FITS_FROM)}
        pollMs={LIST_POLL_MS}
        exported="unknownDevice"
        empty={
          <Picture
            icon="device"
            title="resources.unknownDevice.empty"
            what="resources.unknownDevice.emptyWhat"
          />
        }
      >
        <RowNumber />
        <Column<Row> source="deviceName" onCard="title" isFixed />
        <Column<Row> source="source" render={({ source }) => source.toUpperCase()} />
        <Column<Row> source="data" className="wraps" render={(device) => <Sample {...device} />} />
        <Column<Row>
          source="count"
          align="right"
          className="numbers"
          render={({ count }) => formatExactly(count)}
        />
        <Column<Row> source="firstSeenAt" render={({ firstSeenAt }) => <TimeAgo at={firstSeenAt} />} />
        <Column<Row> source="lastSeenAt" render={({ lastSeenAt }) => <TimeAgo at={lastSeenAt} />} />
        <RowActions>
          <Options />
        </RowActions>
      </ResourceList>
      {here.isOpenAt(search) && (
        <FormHere here={here}>
          <DeviceCreate />
        </FormHere>
      )}
    </>
  );
}
