import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { AnswerOf } from '@telemon/contracts/call';
import {
  type NewUdpRoute,
  type RouteInForce,
  type UdpRoute,
  UDP_ROUTES_MAX,
  type udpRoutes,
} from '@telemon/contracts/udp-router/udp-routes';
import { unavailable } from '@telemon/platform/errors';
import { refuseAllButAdmins } from '@telemon/platform/messaging/role-errors';
import { Mongo } from '@telemon/platform/mongo';
import { isDuplicateKey } from '@telemon/platform/mongo-outcome';
import { OutboundAddresses } from '@telemon/platform/outbound/outbound-addresses';
import { hostNotAllowed } from '@telemon/platform/outbound/outbound.errors';
import { CONFIG } from '@telemon/platform/platform.module';
import { sealed } from '@telemon/platform/secret-key';
import { ObjectId } from 'mongodb';
import type { UdpRouterVariables } from '../config.ts';
import { DeviceKeys } from '../endpoint/device-keys.ts';
import { readCertificates } from './certificates.ts';
import { RouteChanges } from './route-changes.ts';
import {
  type PrePost,
  type RouteDocument,
  type RouteTls,
  firstReport,
  shownRoute,
} from './route-document.ts';
import {
  NO_SUCH_DEVICE,
  noSuchDevice,
  routeNotFound,
  routeTaken,
  tooManyRoutes,
} from './udp-routes.errors.ts';
import { type RoutesQuery, UdpRoutesRepository } from './udp-routes.repository.ts';

@Injectable()
export class UdpRoutesService {
  constructor(
    @Inject(CONFIG) private readonly config: UdpRouterVariables,
    private readonly mongo: Mongo,
    private readonly repository: UdpRoutesRepository,
    private readonly changes: RouteChanges,
    private readonly devices: DeviceKeys,
    private readonly outbound: OutboundAddresses,
  ) {}

  async create(actor: Actor, request: NewUdpRoute): Promise<UdpRoute> {
    refuseAllButAdmins(actor);
    // Without asking the name servers: a name may get another address later, and each connection checks it.
    if (this.outbound.isForbidden(request.host)) {
      throw hostNotAllowed();
    }
    const deviceKey = await this.keyOf(request.deviceId);
    const now = new Date();
    const _id = new ObjectId().toHexString();
    const route: RouteDocument = {
      _id,
      deviceName: request.deviceId,
      deviceKey,
      host: request.host,
      port: request.port,
      topic: request.topic,
      prePost: prePostIn(request),
      tls: this.tlsIn(request, _id),
      ...firstReport(now),
      createdAt: now,
      removed: false,
    };
    await this.insert(route);
    this.changes.tell();
    return shownRoute(route);
  }

  async list(actor: Actor, query: RoutesQuery): Promise<AnswerOf<typeof udpRoutes.list>> {
    refuseAllButAdmins(actor);
    const { rows, totalCount } = await this.repository.page(query);
    return { udpRoutes: rows.map(shownRoute), pagination: { totalCount } };
  }

  async remove(actor: Actor, id: string): Promise<null> {
    refuseAllButAdmins(actor);
    await this.removeById(id);
    this.changes.tell();
    return null;
  }

  async inForce(): Promise<RouteInForce[]> {
    return (await this.repository.present()).map(({ deviceKey, host, port, topic, createdAt }) => ({
      deviceKey,
      host,
      port,
      topic,
      since: createdAt.getTime(),
    }));
  }

  /** Stores a route, unless the limit of routes is reached. If two come at once near the limit, both may be refused. */
  private async insert(route: RouteDocument): Promise<void> {
    if ((await this.repository.count()) >= UDP_ROUTES_MAX) throw tooManyRoutes();
    try {
      await this.mongo.transaction((session) => this.repository.insert(route, session));
    } catch (error) {
      throw isDuplicateKey(error) ? routeTaken() : error;
    }
    if ((await this.repository.count()) <= UDP_ROUTES_MAX) return;
    await this.removeById(route._id);
    throw tooManyRoutes();
  }

  private async removeById(id: string): Promise<void> {
    const isRemoved = await this.mongo.transaction((session) => this.repository.remove(id, session));
    if (!isRemoved) throw routeNotFound();
  }

  private async keyOf(deviceName: string): Promise<number> {
    const key = await this.devices.of(deviceName);
    if (key === undefined) throw unavailable();
    if (key === null) throw noSuchDevice(undefined, { fields: { deviceId: NO_SUCH_DEVICE } });
    return key;
  }

  private tlsIn({ tlsEnabled, certificate }: NewUdpRoute, id: string): RouteTls | null {
    if (!tlsEnabled) return null;
    const { pems, shown } = readCertificates(certificate!.list!);
    return { sealed: sealed(JSON.stringify(pems), this.config.CERTIFICATE_KEY, id), ...shown };
  }
}

/** The contract requires all of these fields where messages are enabled. */
const prePostIn = (request: NewUdpRoute): PrePost | null =>
  request.prePostEnable
    ? {
        connectMessage: request.connectMessage!,
        disconnectMessage: request.disconnectMessage!,
        connectTopic: request.connectTopic!,
        disconnectTopic: request.disconnectTopic!,
        connectRetain: request.connectRetain!,
        disconnectRetain: request.disconnectRetain!,
      }
    : null;
