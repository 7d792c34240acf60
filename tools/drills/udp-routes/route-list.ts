import { until } from '@telemon/testing/waiting';
import type { RoutedDevices } from './routed-devices.ts';
import type { RouteTarget } from './route-target.ts';

const GIVEN_UP_AFTER_MS = 60_000;

/** The number of routes to failing targets without the right reason, and of other routes that are not shown as connected. */
export async function notTold(routed: RoutedDevices, failing: readonly RouteTarget[]): Promise<number> {
  const routes = await routed.routes();
  return routes.filter(({ route: { state }, target }) =>
    failing.includes(target)
      ? state.name !== 'retrying' || !target.explains(state.reason)
      : state.name !== 'connected',
  ).length;
}

/** The datagrams that the list counts as waiting, or as dropped by a full queue. */
export async function waitingIn(routed: RoutedDevices): Promise<number> {
  const routes = await routed.routes();
  return routes.reduce((sum, { route: { waiting, dropped } }) => sum + waiting + dropped, 0);
}

/** The datagrams that the list counts as forwarded to these targets. */
export async function forwardedTo(routed: RoutedDevices, targets: readonly RouteTarget[]): Promise<number> {
  const routes = (await routed.routes()).filter(({ target }) => targets.includes(target));
  return routes.reduce((sum, { route: { forwarded } }) => sum + forwarded, 0);
}

/** Time from `from` until a count of the list is 0, ms; a minute at most. */
export async function timeUntilNone(count: () => Promise<number>, from: number): Promise<number> {
  await until(async () => (await count()) === 0, { timeoutMs: GIVEN_UP_AFTER_MS, everyMs: 100 }).catch(
    () => undefined,
  );
  return Math.round(performance.now() - from);
}
