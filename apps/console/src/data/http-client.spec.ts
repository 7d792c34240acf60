import { describe, expect, it } from '@jest/globals';
import type { Envelope } from '@telemon/contracts/errors';
import { dataProviderOf } from './data-provider.ts';
import type { ApiCall } from './request.ts';

/** The data provider on a fake /v1 that always returns `data`. */
const providerAnswering = (data: unknown) => {
  const calls: ApiCall[] = [];
  const request = async (call: ApiCall): Promise<Envelope> => {
    calls.push(call);
    return { error: false, message: '', data };
  };
  return { calls, provider: dataProviderOf(request, () => 'assistant') };
};

const PAGE = { pagination: { page: 2, perPage: 25 }, sort: { field: 'id', order: 'ASC' as const } };

describe('the dialect of /v1', () => {
  it("requests a page by limit and offset, without a sort in the service's order", async () => {
    const { calls, provider } = providerAnswering({ devices: [], pagination: { totalCount: 40 } });
    await provider.getList('device', { ...PAGE, filter: {} });
    expect(calls[0]).toMatchObject({ method: 'GET', path: '/device?limit=25&offset=25' });
  });

  it('sends sort, order and search', async () => {
    const { calls, provider } = providerAnswering({ devices: [], pagination: { totalCount: 0 } });
    await provider.getList('device', {
      pagination: { page: 1, perPage: 10 },
      sort: { field: 'deviceName', order: 'DESC' },
      filter: { q: 'a & b' },
    });
    expect(calls[0]!.path).toBe('/device?q=a+%26+b&sort=deviceName&order=DESC&limit=10&offset=0');
  });

  it('ignores a sort field that the list does not support', async () => {
    const { calls, provider } = providerAnswering({ devices: [], pagination: { totalCount: 0 } });
    await provider.getList('device', { ...PAGE, sort: { field: 'bogus', order: 'ASC' }, filter: {} });
    expect(calls[0]!.path).toBe('/device?limit=25&offset=25');
  });

  it('adds the id that react-admin needs to rows, and returns the total count', async () => {
    const { provider } = providerAnswering({
      devices: [{ deviceName: 'pump01', deviceAlias: 'Pump' }],
      pagination: { totalCount: 41 },
    });
    await expect(provider.getList('device', { ...PAGE, filter: {} })).resolves.toEqual({
      data: [{ id: 'pump01', deviceName: 'pump01', deviceAlias: 'Pump' }],
      total: 41,
    });
  });

  it('returns the record from the request if the response has none', async () => {
    const { calls, provider } = providerAnswering(null);
    const data = { deviceId: ['pump01'], managerId: 'm1' };
    await expect(provider.create('bulk-edit', { data })).resolves.toEqual({ data: { id: 'm1', ...data } });
    expect(calls).toMatchObject([{ method: 'PATCH', path: '/bulkUpdate/device', body: data }]);
  });

  it("takes a list's path parameters from its filter and sends the rest in the query", async () => {
    const { calls, provider } = providerAnswering({ sensorLog: [], pagination: { totalCount: 0 } });
    await provider.getList('sensor-log', {
      pagination: { page: 1, perPage: 10 },
      sort: { field: 'id', order: 'ASC' },
      filter: { deviceName: 'pump/01', fromDate: '2026-11-20' },
    });
    expect(calls[0]!.path).toBe(
      '/deviceDashboard/getSensorLog/pump%2F01?fromDate=2026-11-20&limit=10&offset=0',
    );
  });

  it("fills its path's own parameter name with a record's id", async () => {
    const { calls, provider } = providerAnswering({ buildingData: { buildingId: 'b/1' } });
    await expect(provider.getOne('building', { id: 'b/1' })).resolves.toEqual({
      data: { id: 'b/1', buildingId: 'b/1' },
    });
    await provider.delete('building', { id: 'b/1' });
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /building/b%2F1',
      'DELETE /building/b%2F1',
    ]);
  });

  it('requests an unpaged list without limit and offset', async () => {
    const { calls, provider } = providerAnswering({ managers: [{ id: 'm1', name: 'North' }] });
    const { total } = await provider.getList('managers', { ...PAGE, filter: {} });
    expect(calls[0]!.path).toBe('/getAllManagers');
    expect(total).toBe(1);
  });

  it('searches an unpaged list by its names, not by its ids, times and flags', async () => {
    const of = { mapped: true, createdAt: '2026-11-28T10:00:00.000Z', userId: 'm1' };
    const sensorList = ['Humidity %', 'Level 2'].map((sensorName, place) => ({
      seqId: place + 1,
      sensorData: { id: `sensor${place}`, sensorName, ...of },
    }));
    const { provider } = providerAnswering({ sensorList });
    const found = async (q: string) => {
      const filter = { deviceName: 'pump01', q };
      const { data } = await provider.getList('device-sensors', { ...PAGE, pagination: undefined, filter });
      return data.map(({ id }) => id);
    };
    expect(await found(' humid ')).toEqual([1]);
    expect(await found('2')).toEqual([2]);
    expect(await found('')).toEqual([1, 2]);
    for (const unseen of ['sensor1', 'true', 'object']) expect(await found(unseen)).toEqual([]);
  });

  it('unwraps a record from its property in the response', async () => {
    const { calls, provider } = providerAnswering({ deviceData: { deviceName: 'pump01', status: 0 } });
    const { data } = await provider.getOne('device', { id: 'pump01' });
    expect(calls[0]!.path).toBe('/device/pump01');
    expect(data).toEqual({ id: 'pump01', deviceName: 'pump01', status: 0 });
  });

  it('updates by PATCH, with the id only in the path', async () => {
    const { calls, provider } = providerAnswering({ deviceData: { deviceName: 'pump01' } });
    await provider.update('device', {
      id: 'pump01',
      data: { deviceName: 'pump01', deviceAlias: 'New' },
      previousData: { id: 'pump01' },
    });
    expect(calls[0]).toMatchObject({
      method: 'PATCH',
      path: '/device/pump01',
      body: { deviceAlias: 'New' },
    });
  });

  it('returns fields beside a new record, such as the MQTT login', async () => {
    const mqtt = { username: 'pump01', password: 'x' };
    const { calls, provider } = providerAnswering({ deviceData: { deviceName: 'pump01' }, mqtt });
    const { data } = await provider.create('device', { data: { deviceName: 'pump01' } });
    expect(calls[0]).toMatchObject({ method: 'POST', path: '/device', body: { deviceName: 'pump01' } });
    expect(data).toEqual({ id: 'pump01', deviceName: 'pump01', mqtt });
  });

  it("deletes without a body, an alert with the user's own role, and returns the id", async () => {
    const { calls, provider } = providerAnswering(null);
    await expect(provider.delete('alert', { id: 'a1' })).resolves.toEqual({ data: { id: 'a1' } });
    expect(calls[0]).toEqual({ method: 'DELETE', path: '/alert/a1?userRole=assistant', signal: undefined });
  });

  it('sends the role of a deleted user in the query', async () => {
    const { calls, provider } = providerAnswering(null);
    const previousData = { id: 'u1', userRole: 'manager', email: 'a@b.c' };
    await provider.delete('user', { id: 'u1', previousData });
    expect(calls[0]!.path).toBe('/user/u1?userRole=manager');
  });

  it('reads locations from their responses', async () => {
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

  it('rejects unknown resources and actions', async () => {
    const { provider } = providerAnswering({});
    await expect(provider.getOne('__proto__', { id: 'x' })).rejects.toThrow('no resource');
    await expect(provider.getOne('event', { id: 'x' })).rejects.toThrow('no show');
  });
});
