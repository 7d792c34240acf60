import { describe, expect, it } from '@jest/globals';
import { choosePorts } from './ports.ts';

describe('ports', () => {
  it('stay as they were kept', async () => {
    const kept = await choosePorts(['mongodb', 'nats']);
    expect(await choosePorts(['mongodb', 'nats'], kept)).toEqual(kept);
  });

  it('are no two alike, and none that somebody wants for something else', async () => {
    const { wanted } = await choosePorts(['wanted']);
    const chosen = await choosePorts(['mongodb', 'nats'], { mongodb: wanted, nats: wanted }, [wanted]);
    expect(new Set([wanted, ...Object.values(chosen)]).size).toBe(3);
  });
});
