import { describe, expect, it } from '@jest/globals';
import { choosePorts } from './ports.ts';

describe('ports', () => {
  it('stay the same while they are free', async () => {
    const kept = await choosePorts(['mongodb', 'nats']);
    expect(await choosePorts(['mongodb', 'nats'], kept)).toEqual(kept);
  });

  it('are all different, and not in use elsewhere', async () => {
    const { wanted } = await choosePorts(['wanted']);
    const chosen = await choosePorts(['mongodb', 'nats'], { mongodb: wanted, nats: wanted }, [wanted]);
    expect(new Set([wanted, ...Object.values(chosen)]).size).toBe(3);
  });
});
