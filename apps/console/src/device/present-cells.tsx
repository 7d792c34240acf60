import { useQueryClient } from '@tanstack/react-query';
import type { Device } from '@telemon/contracts/devices/devices';
import { useListContext, useRecordContext } from 'react-admin';
import { TimeAgo } from '../kit/time-ago.tsx';
import { useLiveDevice } from '../live/live-context.ts';
import { useText } from '../texts/use-text.ts';
import { stateOf } from '@telemon/contracts/devices/device-states';
import { presentOf } from '../state/device-state.ts';
import { presenceInWords } from './presence-words.ts';
import { SilentChip } from '../state/silent-chip.tsx';
import { StateChip } from '../state/state-chip.tsx';

/** When the list's last response arrived; rerenders the cells with each response. */
const useAnsweredAt = (): number => {
  useListContext();
  const queries = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: ['device', 'getList'], type: 'active' });
  return Math.max(0, ...queries.map(({ state }) => state.dataUpdatedAt));
};

/** The row's device, updated by the stream. */
const usePresentRow = () => {
  const { deviceName, status, lastUpdated, silentSince } = useRecordContext<Device>()!;
  const answered = { status, lastUpdated, silentSince, answeredAt: useAnsweredAt() };
  return presentOf(answered, useLiveDevice(deviceName));
};

/** The current state of the row's device. */
export const PresentState = () => {
  const text = useText();
  const present = usePresentRow();
  const state = stateOf(present);
  return (
    <>
      {state !== 'silent' && <StateChip state={state}>{text(`states.${state}`)}</StateChip>}
      <SilentChip silentSince={present.silentSince} />
    </>
  );
};

/** Whether the row's device is connected, and since when. */
export const PresentConnection = () => {
  const text = useText();
  const { presence } = useRecordContext<Device>()!;
  const { since } = presence;
  return (
    <>
      {presenceInWords(presence, text)}{' '}
      {since !== null && (
        <span className="quiet">
          <TimeAgo at={since} />
        </span>
      )}
    </>
  );
};

/** When the newest reading of the row's device arrived. */
export const LastReading = () => {
  const { lastUpdated } = usePresentRow();
  return lastUpdated === null ? <span className="quiet">–</span> : <TimeAgo at={lastUpdated} />;
};
