import { describe, expect, it } from '@jest/globals';
import { deliveryInWords } from './export-columns.ts';

describe('the Delivery column of an exported alert log', () => {
  it('shows the outcomes of the notice and its copies, equal ones with their count, unsent ones first', () => {
    const none = { state: 'none', reason: null, at: null } as const;
    const sent = { state: 'sent', reason: null, at: '2026-01-06T10:00:02.000Z' } as const;
    const held = { ...sent, state: 'held', reason: 'The alert is flapping' } as const;
    const failed = { ...sent, state: 'failed', reason: 'The number is not in use' } as const;
    const own = { sms: held, email: sent, mqtt: none };
    expect(deliveryInWords({ ...own, copies: [{ userId: 'u1', sms: sent, email: none }] })).toBe(
      'SMS held (The alert is flapping), Email sent; one copy: SMS sent',
    );
    const copies = [
      { userId: 'u1', sms: held, email: sent },
      { userId: 'u2', sms: { ...held, reason: 'Another' }, email: failed },
    ];
    expect(deliveryInWords({ sms: none, email: none, mqtt: none, copies })).toBe(
      '2 copies: Email failed (The number is not in use), SMS held ×2 (The alert is flapping; Another), Email sent',
    );
  });
});
