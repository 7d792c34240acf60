import { busyDeviceDrill } from './busy-device.ts';
import { crashDrill } from './crash.ts';
import { disksDrill } from './disks.ts';
import { deadlinesDrill } from './deadlines.ts';
import { deliveryDrill } from './delivery.ts';
import type { Drill } from './drill.ts';
import { failoversDrill } from './failovers.ts';
import { linksDrill } from './links.ts';
import { clocksDrill } from './clocks.ts';
import { machineDrill } from './machine.ts';
import { outagesDrill } from './outages.ts';
import { fastDeviceDrill } from './overload/fast-device.ts';
import { overloadDrill } from './overload.ts';
import { reconnectsDrill } from './reconnects.ts';
import { repetitionDrill } from './repetition.ts';
import { replicasDrill } from './replicas.ts';
import { reportsDrill } from './reports.ts';
import { revokedLoginsDrill } from './revoked-logins.ts';
import { silentConsumerDrill } from './silent-consumer.ts';
import { slowReadersDrill } from './slow-readers.ts';
import { stormDrill } from './storm.ts';
import { udpRoutesDrill } from './udp-routes.ts';

/** Every drill. Drills with `mostlyWaits` run last, several at once. */
export const DRILLS: readonly Drill[] = [
  overloadDrill,
  fastDeviceDrill,
  busyDeviceDrill,
  outagesDrill,
  failoversDrill,
  linksDrill,
  machineDrill,
  disksDrill,
  silentConsumerDrill,
  crashDrill,
  deliveryDrill,
  udpRoutesDrill,
  stormDrill,
  reconnectsDrill,
  deadlinesDrill,
  replicasDrill,
  reportsDrill,
  revokedLoginsDrill,
  repetitionDrill,
  clocksDrill,
  slowReadersDrill,
];
