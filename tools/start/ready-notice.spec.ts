import { describe, expect, it } from '@jest/globals';
import { readOptions } from './options.ts';
import { readyNotice } from './ready-notice.ts';
import type { Installation } from './services.ts';

const noticeWith = (environment: Record<string, string>) => {
  const options = readOptions([], { ADMIN_PASSWORD: 'Known-2026-adm', ...environment });
  return readyNotice({ options } as Installation, 9_000).split('\n');
};

describe('the notice that all is ready', () => {
  it('names the port for MQTT over TLS where it is open', () => {
    const rows = noticeWith({ MQTT_PORT: '1900', MQTTS_PORT: '8900' });
    expect(rows).toContain('  MQTTS     localhost:8900');
  });

  it('names no such port where there is none', () => {
    expect(noticeWith({}).join()).not.toContain('MQTTS');
  });
});
