import { Injectable } from '@nestjs/common';
import {
  ROUTES_CHANGED_SUBJECT,
  type RouteInForce,
  RoutesChanged,
  udpRoutes,
} from '@telemon/contracts/udp-router/udp-routes';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Asker } from '@telemon/platform/messaging/asker';
import { Live } from '@telemon/platform/messaging/live';
import { runPasses } from '@telemon/platform/passes';
import { type Logged, arrivalOf } from './log-row.ts';

/** How often routes are asked for if no change of them is told, ms. */
const ASK_EVERY_MS = 10_000;

/** The UDP routes from the last answer of udp-router. */
@Injectable()
export class KnownRoutes {
  private ofDevices = new Map<number, RouteInForce[]>();

  constructor(
    private readonly asker: Asker,
    live: Live,
    lifecycle: Lifecycle,
  ) {
    const askAgain = runPasses(lifecycle, {
      everyMs: ASK_EVERY_MS,
      parts: [() => this.learn()],
      failed: 'udp routes not learned',
    });
    live.subscribe(ROUTES_CHANGED_SUBJECT, RoutesChanged, askAgain);
  }

  async learn(): Promise<void> {
    const { routes } = await this.asker.ask(udpRoutes.inForce, {});
    this.ofDevices = Map.groupBy(routes, ({ deviceKey }) => deviceKey);
  }

  /** The rows of a message: of a datagram one for each route that takes it, with the route's target. */
  rowsOf({ log, row }: Logged): Logged[] {
    const routes = log === 'udp' && row.deviceKey !== null ? this.ofDevices.get(row.deviceKey) : undefined;
    if (routes === undefined) return [{ log, row }];
    const arrivedAt = arrivalOf(row).getTime();
    const taking = routes.filter(({ since }) => since <= arrivedAt);
    if (taking.length === 0) return [{ log, row }];
    return taking.map(({ host, port, topic }, place) => {
      // The first row has the same id as a row without routes.
      const _id = place === 0 ? row._id : `${row._id}-${place}`;
      return { log, row: { ...row, _id, host, port, topic } };
    });
  }
}
