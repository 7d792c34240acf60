import { describe, expect, it } from '@jest/globals';
import { readHomeAddress } from './home-address.ts';

const read = (search: string) => readHomeAddress(new URLSearchParams(search));

describe('the address of the dashboard', () => {
  it('shows all devices on the map by default', () => {
    expect(read('')).toEqual({
      colour: 'all',
      view: 'map',
      mapOf: 'devices',
      locationId: '0',
      managerId: '0',
      buildingId: null,
      floorId: null,
    });
  });

  it("has the page's state", () => {
    expect(read('colour=red&view=wall&on=buildings&location=l1&customer=m1&building=b1&floor=f1')).toEqual({
      colour: 'red',
      view: 'wall',
      mapOf: 'buildings',
      locationId: 'l1',
      managerId: 'm1',
      buildingId: 'b1',
      floorId: 'f1',
    });
  });

  it('ignores invalid values', () => {
    for (const search of [
      'colour=toString&view=x&on=constructor',
      'colour=&location=&customer=&building=&floor=',
      'location=..&customer=.&building=..&floor=..',
      'floor=f1',
    ]) {
      expect({ search, read: read(search) }).toEqual({ search, read: read('') });
    }
  });
});
