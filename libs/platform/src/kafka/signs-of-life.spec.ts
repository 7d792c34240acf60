import { beforeEach, describe, expect, it } from '@jest/globals';
import { AsyncResource } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import { stepEnded } from '../progress.ts';
import { SignsOfLife } from './signs-of-life.ts';

let now: number;
let signs: SignsOfLife;

beforeEach(() => {
  now = 1_000_000;
  signs = new SignsOfLife(() => now);
});

describe('a consumer between batches', () => {
  it('is not alive after 30 s of silence, and has to end after 37 s', () => {
    now += 29_999;
    expect([signs.isQuiet, signs.isAlive, signs.isOver]).toEqual([true, true, false]);
    now += 1;
    expect([signs.isAlive, signs.isOver]).toEqual([false, false]);
    now += 7_001;
    expect(signs.isOver).toBe(true);
  });

  it('is alive as long as it gives signs of life, or no broker answers', () => {
    for (let time = 0; time < 30; time++) {
      now += 20_000;
      if (time % 2 === 0) signs.heard();
      else signs.excuse();
      expect([signs.isQuiet, signs.isAlive]).toEqual([false, true]);
    }
  });
});

describe('a process that was suspended', () => {
  const tickFor = (seconds: number) => {
    for (let tick = 0; tick < seconds / 2; tick++) {
      now += 2_000;
      signs.tick();
    }
  };

  it('does not count the suspension as silence, but the time before and after it', () => {
    tickFor(20);
    now += 90_000;
    signs.tick();
    expect([signs.isAlive, signs.isOver]).toEqual([true, false]);
    tickFor(20);
    expect(signs.isOver).toBe(true);
  });

  it('measures silence as before if a sign of life came first', () => {
    now += 90_000;
    signs.heard();
    signs.tick();
    tickFor(28);
    expect(signs.isAlive).toBe(true);
    tickFor(10);
    expect(signs.isOver).toBe(true);
  });
});

describe('a consumer that handles a batch', () => {
  it('has to end within 45 s if the attempt makes no progress, although it sends heartbeats', () => {
    void signs.attempt(() => new Promise(() => undefined));
    for (let second = 0; second < 38; second++) {
      now += 1_000;
      signs.heard();
    }
    expect([signs.isAlive, signs.isOver]).toEqual([false, true]);
  });

  it('may take as long as it likes while its steps end', async () => {
    await signs.attempt(async () => {
      for (let step = 0; step < 20; step++) {
        now += 29_000;
        expect([signs.isAlive, signs.isOver]).toEqual([true, false]);
        stepEnded();
      }
    });
    expect(signs.isQuiet).toBe(false);
  });

  it('has to end even if work left over from an earlier attempt makes progress', async () => {
    const steps = new EventEmitter();
    await signs.attempt(async () => void steps.on('end', AsyncResource.bind(stepEnded)));
    void signs.attempt(() => new Promise(() => undefined));
    for (let second = 0; second < 38; second++) {
      now += 1_000;
      steps.emit('end');
    }
    expect(signs.isOver).toBe(true);
  });

  it('stays alive however many attempts fail', async () => {
    for (let time = 0; time < 50; time++) {
      const attempt = signs.attempt(async () => {
        now += 25_000;
        throw new Error('the database is away');
      });
      await expect(attempt).rejects.toThrow();
      expect([signs.isQuiet, signs.isAlive]).toEqual([false, true]);
    }
  });
});
