import type { Building } from '@telemon/contracts/devices/buildings';
import { lazy } from 'react';
import { Route } from 'react-router';
import { may, mayDo } from '../data/access.ts';
import { IconButton } from '../layout/icon-button.tsx';
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

const BuildingCreate = lazy(() => import('./building-create.tsx'));
const BuildingEdit = lazy(() => import('./building-edit.tsx'));

type BuildingRow = Building & { id: string };

const Options = ({ building }: { building: BuildingRow }) => {
  const text = useText();
  const { open } = useOverList('buildings');
  return (
    <>
      <IconButton icon="edit" label={text('buildings.edit')} onClick={() => open(building.id)} />
      <DeleteWithConfirm
        resource="buildings"
        record={building}
        label={text('buildings.delete')}
        what={text('buildings.deleteWhat', { name: building.buildingName })}
      />
    </>
  );
};

const NAME: Column<BuildingRow> = {
  name: 'name',
  label: 'buildings.columns.buildingName',
  sort: 'buildingName',
  fixed: true,
  onCard: 'title',
  wraps: true,
  render: ({ buildingName }) => buildingName,
};
const MANAGER: Column<BuildingRow> = {
  name: 'manager',
  label: 'buildings.columns.managerName',
  sort: 'managerName',
  wraps: true,
  render: ({ managerName }) => managerName,
};
const CREATED: Column<BuildingRow> = {
  name: 'created',
  label: 'buildings.columns.createdAt',
  sort: 'createdAt',
  render: ({ createdAt }) => <TimeAgo at={createdAt} />,
};
const OPTIONS = options<BuildingRow>((building) => <Options building={building} />);

export default function BuildingsPage() {
  const text = useText();
  const { close } = useOverList('buildings');
  const list = useList<BuildingRow>('buildings');
  const mayAdd = mayDo('buildings', 'create');
  const addButton = mayAdd && <AddButton page="buildings" label="buildings.add" />;
  return (
    <ListPage
      name="buildings"
      heading="buildings.info.heading"
      bullets={
        mayAdd
          ? ['buildings.info.what', 'buildings.info.floors', 'buildings.info.delete']
          : ['buildings.info.what', 'buildings.info.seen']
      }
    >
      <ListView
        list={list}
        label={text('pages.buildings')}
        columns={[
          rowNumber<BuildingRow>(),
          NAME,
          ...(may('GET /getAllManagers') ? [MANAGER] : []),
          CREATED,
          ...(mayAdd ? [OPTIONS] : []),
        ]}
        searchable
        actions={addButton}
        empty={{
          title: text('buildings.empty.title'),
          what: text(mayAdd ? 'buildings.empty.what' : 'buildings.empty.whatAssistant'),
          action: addButton,
        }}
      />
      {mayAdd && (
        <Dialogs>
          <Route path="create" element={<BuildingCreate onClose={close} />} />
          <Route path=":id" element={<BuildingEdit onClose={close} />} />
        </Dialogs>
      )}
    </ListPage>
  );
}
