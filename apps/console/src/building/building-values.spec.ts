import { describe, expect, it } from '@jest/globals';
import { schemaFor, toSend, valuesOf } from './building-values.ts';

const before = {
  buildingId: 'b1',
  buildingName: 'Cold store',
  managerId: 'm1',
  managerName: 'Mona',
  lat: 45.76,
  lng: 4.84,
  createdAt: '2026-11-21T12:00:00.000Z',
};
const values = valuesOf(before);

describe('a building that is saved', () => {
  it('is sent with the changed fields and whether its manager changed', () => {
    const send = toSend({ byAdmin: true, before });
    expect(send({ ...values, lat: 46 })).toEqual({ lat: 46, managerChanged: false });
    expect(send({ ...values, managerId: 'm2' })).toEqual({ managerId: 'm2', managerChanged: true });
  });

  it('is sent by a manager without a manager id', () => {
    expect(toSend({ byAdmin: false, before })({ ...values, lng: 5 })).toEqual({ lng: 5 });
    const asNew = { buildingName: 'Shed', managerId: null, lat: 1, lng: 2 };
    const sent = toSend({ byAdmin: false })(asNew);
    expect(sent).toEqual({ buildingName: 'Shed', lat: 1, lng: 2 });
    expect(schemaFor({ byAdmin: false }).safeParse(sent).success).toBe(true);
  });

  it('requires a manager for an admin, and a place in any case', () => {
    const schema = schemaFor({ byAdmin: true });
    const asNew = { buildingName: 'Shed', managerId: 'm1', lat: 1, lng: 2 };
    expect(schema.safeParse(asNew).success).toBe(true);
    expect(schema.safeParse({ ...asNew, managerId: null }).success).toBe(false);
    expect(schema.safeParse({ ...asNew, lat: null }).success).toBe(false);
  });
});
