import type { Assignment } from '@telemon/contracts/devices/assignments';
import { lazy } from 'react';
import { Route, useLocation, useNavigate, useSearchParams } from 'react-router';
import { DeviceLink } from '../devices/device-link.tsx';
import { PAGES } from '../layout/pages.ts';
import { AddButton } from '../list/add-button.tsx';
import { rowNumber, type Column } from '../list/column.tsx';
import { Dialogs } from '../list/dialogs.tsx';
import { ListPage } from '../list/list-page.tsx';
import { ListView } from '../list/list-view.tsx';
import { Picture } from '../list/picture.tsx';
import { useList } from '../list/use-list.ts';
import { useOverList } from '../list/use-over-list.ts';
import { useText } from '../texts/use-text.ts';
import { AssistantsList } from './assistants-list.tsx';
import styles from './assignments-page.module.css';

const AssignDevice = lazy(() => import('./assign-device.tsx'));

type Row = Assignment & { id: string };

/** Which device's assistants are shown; it stands in the address. */
const useChosen = () => {
  const [search, setSearch] = useSearchParams();
  const choose = (deviceName: string) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      next.set('device', deviceName);
      return next;
    });
  return { chosen: search.get('device'), choose };
};

const Device = ({ device: { deviceName, deviceAlias } }: { device: Row }) => {
  const text = useText();
  const { chosen, choose } = useChosen();
  return (
    <span className={styles.device}>
      <label className={styles.choice}>
        <span className="only-read-aloud">{text('assignments.showAssistants', { name: deviceAlias })}</span>
        <input
          type="radio"
          name="device"
          checked={chosen === deviceName}
          onChange={() => choose(deviceName)}
        />
      </label>
      <DeviceLink deviceName={deviceName}>{deviceAlias}</DeviceLink>
      <span className="quiet">{deviceName}</span>
    </span>
  );
};

const COLUMNS: Column<Row>[] = [
  rowNumber<Row>(),
  {
    name: 'device',
    label: 'assignments.columns.device',
    sort: 'deviceAlias',
    fixed: true,
    onCard: 'title',
    wraps: true,
    render: (device) => <Device device={device} />,
  },
  {
    name: 'manager',
    label: 'assignments.columns.manager',
    sort: 'managerName',
    wraps: true,
    render: ({ managerName }) => managerName,
  },
];

export default function AssignmentsPage() {
  const text = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { chosen } = useChosen();
  const list = useList<Row>('assignments');
  const { close } = useOverList('assignDevices');
  const showAssigned = (deviceName: string) => {
    const next = new URLSearchParams(search);
    next.set('device', deviceName);
    void navigate({ pathname: PAGES.assignDevices.path, search: `?${next}` });
  };
  const addButton = <AddButton page="assignDevices" label="assignments.add" />;
  return (
    <ListPage
      name="assignments"
      heading="assignments.info.heading"
      bullets={['assignments.info.what', 'assignments.info.live']}
    >
      <div className={styles.tables}>
        <ListView
          list={list}
          label={text('assignments.devices')}
          columns={COLUMNS}
          searchable
          actions={addButton}
          rowTone={({ deviceName }) => (deviceName === chosen ? 'chosen' : undefined)}
          empty={{
            title: text('assignments.empty.title'),
            what: text('assignments.empty.what'),
            action: addButton,
          }}
        />
        <section className={styles.assistants} aria-live="polite">
          <h2 className={styles.heading}>
            {text('assignments.assistants')}
            {chosen !== null && <span className="quiet"> {chosen}</span>}
          </h2>
          {chosen === null ? (
            <Picture
              icon="people"
              title={text('assignments.choose.title')}
              what={text('assignments.choose.what')}
            />
          ) : (
            <AssistantsList deviceName={chosen} />
          )}
        </section>
      </div>
      <Dialogs>
        <Route path="create" element={<AssignDevice onClose={close} onAssigned={showAssigned} />} />
      </Dialogs>
    </ListPage>
  );
}
