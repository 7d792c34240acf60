import { describe, expect, it } from '@jest/globals';
import type { Envelope } from '@telemon/contracts/errors';
import { dataProviderOf } from './data-provider.ts';
import type { Question } from './request.ts';

/** The data provider on top of the translation; answers as /v1 would. */
const providerAnswering = (data: unknown) => {
  const asked: Question[] = [];
  const request = async (question: Question): Promise<Envelope> => {
    asked.push(question);
    return { error: false, message: '', data };
  };
  return { asked, provider: dataProviderOf(request, () => 'assistant') };
};

const PAGE = { pagination: { page: 2, perPage: 25 }, sort: { field: 'id', order: 'ASC' as const } };

describe('the dialect of /v1', () => {
  it('asks for a page by limit and offset, in the order of the service where nobody chose one', async () => {
    const { asked, provider } = providerAnswering({ devices: [], pagination: { totalCount: 40 } });
    await provider.getList('device', { ...PAGE, filter: {} });
    expect(asked[0]).toMatchObject({ method: 'GET', path: '/device?limit=25&offset=25' });
  });

  it('passes on sort, order and search', async () => {
    const { asked, provider } = providerAnswering({ devices: [], pagination: { totalCount: 0 } });
    await provider.getList('device', {
      pagination: { page: 1, perPage: 10 },
      sort: { field: 'deviceName', order: 'DESC' },
      filter: { q: 'a & b' },
    });
    expect(asked[0]!.path).toBe('/device?q=a+%26+b&sort=deviceName&order=DESC&limit=10&offset=0');
  });

  it('ignores an order that the list does not have', async () => {
    const { asked, provider } = providerAnswering({ devices: [], pagination: { totalCount: 0 } });
    await provider.getList('device', { ...PAGE, sort: { field: 'bogus', order: 'ASC' }, filter: {} });
    expect(asked[0]!.path).toBe('/device?limit=25&offset=25');
  });

  it('gives rows the id that react-admin needs, and the total of the whole list', async () => {
    const { provider } = providerAnswering({
      devices: [{ deviceName: 'pump01', deviceAlias: 'Pump' }],
      pagination: { totalCount: 41 },
    });
    await expect(provider.getList('device', { ...PAGE, filter: {} })).resolves.toEqual({
      data: [{ id: 'pump01', deviceName: 'pump01', deviceAlias: 'Pump' }],
      total: 41,
    });
  });

  it('takes a record as it was sent where the answer has none', async () => {
    const { asked, provider } = providerAnswering(null);
    const data = { deviceId: ['pump01'], managerId: 'm1' };
    await expect(provider.create('bulk-edit', { data })).resolves.toEqual({ data: { id: 'm1', ...data } });
    expect(asked).toMatchObject([{ method: 'PATCH', path: '/bulkUpdate/device', body: data }]);
  });

  it("takes a list's path parameters from its filter and leaves the rest in the query", async () => {
    const { asked, provider } = providerAnswering({ sensorLog: [], pagination: { totalCount: 0 } });
    await provider.getList('sensor-log', {
      pagination: { page: 1, perPage: 10 },
      sort: { field: 'id', order: 'ASC' },
      filter: { deviceName: 'pump/01', fromDate: '2026-11-20' },
    });
    expect(asked[0]!.path).toBe(
      '/deviceDashboard/getSensorLog/pump%2F01?fromDate=2026-11-20&limit=10&offset=0',
    );
  });

  it('finds a record by the name that its path has for it', async () => {
    const { asked, provider } = providerAnswering({ buildingData: { buildingId: 'b/1' } });
    await expect(provider.getOne('building', { id: 'b/1' })).resolves.toEqual({
      data: { id: 'b/1', buildingId: 'b/1' },
    });
    await provider.delete('building', { id: 'b/1' });
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /building/b%2F1',
      'DELETE /building/b%2F1',
    ]);
  });

  it('asks for a list that has no pages as a whole', async () => {
    const { asked, provider } = providerAnswering({ managers: [{ id: 'm1', name: 'North' }] });
    const { total } = await provider.getList('managers', { ...PAGE, filter: {} });
    expect(asked[0]!.path).toBe('/getAllManagers');
    expect(total).toBe(1);
  });

  it('opens a record under the name that the answer gives it', async () => {
    const { asked, provider } = providerAnswering({ deviceData: { deviceName: 'pump01', status: 0 } });
    const { data } = await provider.getOne('device', { id: 'pump01' });
    expect(asked[0]!.path).toBe('/device/pump01');
    expect(data).toEqual({ id: 'pump01', deviceName: 'pump01', status: 0 });
  });

  it('changes by PATCH, with the name in the path alone', async () => {
    const { asked, provider } = providerAnswering({ deviceData: { deviceName: 'pump01' } });
    await provider.update('device', {
      id: 'pump01',
      data: { deviceName: 'pump01', deviceAlias: 'New' },
      previousData: { id: 'pump01' },
    });
    expect(asked[0]).toMatchObject({
      method: 'PATCH',
      path: '/device/pump01',
      body: { deviceAlias: 'New' },
    });
  });

  it('hands on what stands beside a new record, such as the MQTT login', async () => {
    const mqtt = { username: 'pump01', password: 'x' };
    const { asked, provider } = providerAnswering({ deviceData: { deviceName: 'pump01' }, mqtt });
    const { data } = await provider.create('device', { data: { deviceName: 'pump01' } });
    expect(asked[0]).toMatchObject({ method: 'POST', path: '/device', body: { deviceName: 'pump01' } });
    expect(data).toEqual({ id: 'pump01', deviceName: 'pump01', mqtt });
  });

  it('deletes without a body, in the own role where it is an alert, and says which record is gone', async () => {
    const { asked, provider } = providerAnswering(null);
    await expect(provider.delete('alert', { id: 'a1' })).resolves.toEqual({ data: { id: 'a1' } });
    expect(asked[0]).toEqual({ method: 'DELETE', path: '/alert/a1?userRole=assistant', signal: undefined });
  });

  it('says in the query the role of a user who is deleted', async () => {
    const { asked, provider } = providerAnswering(null);
    const previousData = { id: 'u1', userRole: 'manager', email: 'a@b.c' };
    await provider.delete('user', { id: 'u1', previousData });
    expect(asked[0]!.path).toBe('/user/u1?userRole=manager');
  });

  it('finds locations where their answers have them', async () => {
    const location = { id: 'l1', locationName: 'Lyon' };
    const list = providerAnswering({ data: [location], pagination: { totalCount: 1 } }).provider;
    await expect(list.getList('location', { ...PAGE, filter: {} })).resolves.toEqual({
      data: [location],
      total: 1,
    });
    const created = providerAnswering({ data: location }).provider;
    await expect(created.create('location', { data: { locationName: 'Lyon' } })).resolves.toEqual({
      data: location,
    });
  });

  it('refuses what the table does not have', async () => {
    const { provider } = providerAnswering({});
    await expect(provider.getOne('__proto__', { id: 'x' })).rejects.toThrow('no resource');
    await expect(provider.getOne('alert', { id: 'x' })).rejects.toThrow('no show');
  });
});
