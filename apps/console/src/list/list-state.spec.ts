import { describe, expect, it } from '@jest/globals';
import { nextSort, pagesOf, pagesOffered, readListState, withListState } from './list-state.ts';

const addressAfter = (address: string, change: Parameters<typeof withListState>[1]) =>
  withListState(new URLSearchParams(address), change).toString();

describe('a list in the address', () => {
  it('is ten rows of the first page where the address says nothing', () => {
    expect(readListState(new URLSearchParams())).toEqual({
      page: 1,
      size: 10,
      sort: null,
      order: 'ASC',
      q: '',
      hidden: null,
    });
  });

  it('believes no nonsense, and no size that is not offered', () => {
    const sizes = ['7', '5000', '25.5', '25'].map(
      (size) => readListState(new URLSearchParams({ size })).size,
    );
    expect(sizes).toEqual([10, 10, 10, 25]);
    expect(readListState(new URLSearchParams('page=-3'))).toMatchObject({ page: 1 });
  });

  it('keeps the order of the service where it has no such column', () => {
    const sortedBy = (field: string) =>
      readListState(new URLSearchParams({ sort: field, order: 'DESC' }), (name) => name === 'deviceName')
        .sort;
    expect(['deviceName', 'bogus'].map(sortedBy)).toEqual(['deviceName', null]);
  });

  it('knows when its page lies behind the last', () => {
    const at = (page: number, total: number) => pagesOf({ page, size: 10 }, total);
    expect(at(2, 11)).toEqual({ pages: 2, isBeyond: false });
    expect(at(2, 10)).toEqual({ pages: 1, isBeyond: true });
    expect(at(9, 0)).toEqual({ pages: 1, isBeyond: true });
  });

  it('leaves out what is as usual, and keeps what belongs to others', () => {
    expect(addressAfter('tab=map&page=3', { page: 1 })).toBe('tab=map');
    expect(addressAfter('', { sort: 'createdAt', order: 'DESC' })).toBe('sort=createdAt&order=DESC');
  });

  it('starts at the first page after another search, order or size', () => {
    expect(addressAfter('page=4', { q: 'cold' })).toBe('q=cold');
    expect(addressAfter('page=4', { size: 25 })).toBe('size=25');
    expect(addressAfter('page=4&q=x', { sort: 'deviceName' })).toBe('q=x&sort=deviceName');
  });

  it('remembers which columns are hidden, also when none is', () => {
    expect(addressAfter('', { hidden: ['host', 'port'] })).toBe('hide=host%2Cport');
    expect(readListState(new URLSearchParams('hide=host,port')).hidden).toEqual(['host', 'port']);
    expect(addressAfter('hide=host', { hidden: null })).toBe('');
  });

  it('sorts up, then down, then as the service does', () => {
    const up = nextSort({ sort: null, order: 'ASC' }, 'a');
    const down = nextSort(up, 'a');
    expect([up, down, nextSort(down, 'a')]).toEqual([
      { sort: 'a', order: 'ASC' },
      { sort: 'a', order: 'DESC' },
      { sort: null, order: 'ASC' },
    ]);
  });

  it('offers the first page, the last and the neighbours', () => {
    expect(pagesOffered(1, 4)).toEqual([1, 2, 3, 4]);
    expect(pagesOffered(10, 20)).toEqual([1, null, 9, 10, 11, null, 20]);
    expect(pagesOffered(1, 1)).toEqual([1]);
  });
});
