import { describe, expect, it } from '@jest/globals';
import { readHomeAddress } from './home-address.ts';

const read = (search: string) => readHomeAddress(new URLSearchParams(search));

describe('the address of the dashboard', () => {
  it('shows everything on the map where it says nothing', () => {
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

  it('says what is looked at', () => {
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

  it('is taken as silent where what it says means nothing', () => {
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
