import { describe, expect, it } from '@jest/globals';
import { devicePath, pageAt } from './pages.ts';

describe('an address', () => {
  it('belongs to its page, also the address of a dialog', () => {
    expect(pageAt('/dashboard/device/create')).toBe('devices');
    expect(pageAt('/dashboard/info/pump01')).toBe('devicePage');
    expect(pageAt('/dashboard/devices')).toBeNull();
    expect(pageAt('/DASHBOARD/Device')).toBe('devices');
  });

  it('of a device encodes any name', () => {
    expect(devicePath('a/b #1')).toBe('/dashboard/info/a%2Fb%20%231');
  });
});
