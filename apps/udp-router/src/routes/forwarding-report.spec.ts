import { describe, expect, it } from '@jest/globals';
import { ForwardingReport } from './forwarding-report.ts';
import { type RouteDocument, type RouteReport, firstReport } from './route-document.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 10, minute));

/** A report of a route with these counts, whose clock shows the minutes one after the other. */
const reportOf = (changes: Partial<RouteDocument> = {}) => {
  let minute = 0;
  const route = { ...firstReport(at(0)), ...changes } as RouteDocument;
  const saved: RouteReport[] = [];
  const report = new ForwardingReport(route, () => at(minute++));
  return { report, saved, save: () => report.save(async (each) => void saved.push(each)) };
};

describe('the report of a route', () => {
  it('gives the begin of a state, also if its reason changes', async () => {
    const { report, saved, save } = reportOf();
    report.tell({ name: 'retrying', reason: 'one' });
    report.tell({ name: 'retrying', reason: 'another' });
    await save();
    expect(saved).toMatchObject([{ state: 'retrying', stateReason: 'another', stateSince: at(1) }]);
    report.tell({ name: 'connected', reason: null });
    await save();
    expect(saved[1]).toMatchObject({ state: 'connected', stateReason: null, stateSince: at(2) });
  });

  it('goes on counting after a restart, and counts a dropped datagram once', async () => {
    const { report, saved, save } = reportOf({ forwarded: 7, dropped: 2, overflowing: 3 });
    report.forward(5);
    report.measure(10, 4);
    await save();
    expect(saved[0]).toMatchObject({ forwarded: 12, waiting: 10, dropped: 2, overflowing: 4 });
    report.comePast(4, 1);
    await save();
    expect(saved[1]).toMatchObject({ waiting: 1, dropped: 6, overflowing: 0 });
  });

  it('is saved only when it has changed, and again if that failed', async () => {
    const { report, saved, save } = reportOf();
    await save();
    await save();
    expect(saved).toHaveLength(1);
    report.forward(1);
    await expect(report.save(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    await save();
    expect(saved).toHaveLength(2);
  });
});
