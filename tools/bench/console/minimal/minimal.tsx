import { createRoot } from 'react-dom/client';
import { Admin, DataTable, List, Resource, type DataProvider } from 'react-admin';

const NAMES = [
  'device',
  'assignDevice',
  'sensorType',
  'user',
  'alert',
  'location',
  'building',
  'floor',
  'outbox',
];

/** Only what the lists need: the first page of each. */
const dataProvider = {
  supportAbortSignal: true,
  getList: async (resource: string) => {
    const { token } = JSON.parse(localStorage.getItem('DASHBOARD_USER') ?? '{}') as { token: string };
    const response = await fetch(`/v1/${resource}?limit=10&offset=0`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const { data } = (await response.json()) as { data: Record<string, unknown> };
    const rows = Object.values(data).find(Array.isArray) as Record<string, unknown>[];
    return { data: rows.map((row) => ({ ...row, id: row['deviceName'] ?? row['id'] })), total: rows.length };
  },
} as unknown as DataProvider;

const MinimalList = () => (
  <List>
    <DataTable>
      <DataTable.Col source="deviceAlias" />
      <DataTable.Col source="managerName" />
      <DataTable.Col source="createdAt" />
    </DataTable>
  </List>
);

createRoot(document.getElementById('root')!).render(
  <Admin dataProvider={dataProvider} disableTelemetry>
    {NAMES.map((name) => (
      <Resource key={name} name={name} list={MinimalList} />
    ))}
  </Admin>,
);
