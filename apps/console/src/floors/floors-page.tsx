import type { Floor } from '@telemon/contracts/devices/floors';
import { lazy } from 'react';
import { Link, Route } from 'react-router';
import { AddButton } from '../list/add-button.tsx';
import { options, rowNumber, type Column } from '../list/column.tsx';
import { DeleteWithConfirm } from '../list/delete-with-confirm.tsx';
import { Dialogs } from '../list/dialogs.tsx';
import { ListPage } from '../list/list-page.tsx';
import { ListView } from '../list/list-view.tsx';
import { TimeAgo } from '../list/time-ago.tsx';
import { useList } from '../list/use-list.ts';
import { useOverList } from '../list/use-over-list.ts';
import { useText } from '../texts/use-text.ts';
import styles from './floors-page.module.css';

const FloorCreate = lazy(() => import('./floor-create.tsx'));
const FloorDialog = lazy(() => import('./floor-dialog.tsx'));

type FloorRow = Floor & { id: string };

/** Opens the floor's plan over the list, which stays as it is looked at. */
const PlanLink = ({ floor }: { floor: FloorRow }) => {
  const { to } = useOverList('floors');
  return (
    <Link to={to(floor.id)} className={styles.link}>
      {floor.floorName}
    </Link>
  );
};

const Remove = ({ floor }: { floor: FloorRow }) => {
  const text = useText();
  return (
    <DeleteWithConfirm
      resource="floors"
      record={floor}
      label={text('floors.delete')}
      what={text('floors.deleteWhat', { name: floor.floorName, building: floor.buildingName })}
    />
  );
};

const COLUMNS: Column<FloorRow>[] = [
  rowNumber<FloorRow>(),
  {
    name: 'name',
    label: 'floors.columns.floorName',
    sort: 'floorName',
    fixed: true,
    onCard: 'title',
    wraps: true,
    render: (floor) => <PlanLink floor={floor} />,
  },
  {
    name: 'building',
    label: 'floors.columns.buildingName',
    sort: 'buildingName',
    wraps: true,
    render: ({ buildingName }) => buildingName,
  },
  {
    name: 'created',
    label: 'floors.columns.createdAt',
    sort: 'createdAt',
    render: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
  options<FloorRow>((floor) => <Remove floor={floor} />),
];

export default function FloorsPage() {
  const text = useText();
  const { close } = useOverList('floors');
  const list = useList<FloorRow>('floors');
  const addButton = <AddButton page="floors" label="floors.add" />;
  return (
    <ListPage
      name="floors"
      heading="floors.info.heading"
      bullets={['floors.info.what', 'floors.info.open', 'floors.info.delete']}
    >
      <ListView
        list={list}
        label={text('pages.floors')}
        columns={COLUMNS}
        searchable
        actions={addButton}
        empty={{ title: text('floors.empty.title'), what: text('floors.empty.what'), action: addButton }}
      />
      <Dialogs>
        <Route path="create" element={<FloorCreate onClose={close} />} />
        <Route path=":id" element={<FloorDialog onClose={close} />} />
      </Dialogs>
    </ListPage>
  );
}
