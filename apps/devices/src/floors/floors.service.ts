import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { AnswerOf, RequestOf } from '@telemon/contracts/call';
import type { FloorState } from '@telemon/contracts/facts';
import type { Floor, NewFloor, floors } from '@telemon/contracts/devices/floors';
import { FactOutbox } from '@telemon/platform/facts/fact-outbox';
import { type ClientSession, ObjectId } from 'mongodb';
import { BuildingsService } from '../buildings/buildings.service.ts';
import { LivePlaces } from '../buildings/live-places.ts';
import { type PlaceScope, refuseChangesByAssistants } from '../buildings/place-scope.ts';
import { PlacedDevices } from '../buildings/placed-devices.ts';
import { FilesService } from '../files/files.service.ts';
import { floorInUse, floorNotFound, noSuchFloor, noSuchPlan } from './floors.errors.ts';
import { type FloorDocument, FloorsRepository } from './floors.repository.ts';

@Injectable()
export class FloorsService {
  constructor(
    private readonly repository: FloorsRepository,
    private readonly buildings: BuildingsService,
    private readonly placed: PlacedDevices,
    private readonly files: FilesService,
    private readonly facts: FactOutbox,
    private readonly pages: LivePlaces,
  ) {
    files.showTo(async (actor, fileId) => repository.hasPlan(await this.scopeOf(actor), fileId));
    buildings.hold({
      isIn: (buildingId, session) => repository.isInBuilding(buildingId, session),
      move: async ({ _id, managerId }, session) =>
        (await repository.move(_id, managerId, session)).map(factOf),
    });
  }

  async create(actor: Actor, { buildingId, floorName, mapUrl }: NewFloor): Promise<Floor> {
    refuseChangesByAssistants(actor);
    const floor = await this.facts.commit(async (session, publish) => {
      const { buildingName, managerId } = await this.buildings.take(actor, buildingId, session);
      const plan = await this.files.attach(actor, mapUrl, session);
      if (!plan) throw noSuchPlan(undefined, { fields: { mapUrl: 'Please upload an image!' } });
      const made: FloorDocument = {
        _id: new ObjectId().toHexString(),
        floorName,
        buildingId,
        buildingName,
        managerId,
        fileId: plan._id,
        width: plan.width,
        height: plan.height,
        createdAt: new Date(),
      };
      await this.repository.insert(made, session);
      await publish(factOf(made));
      return made;
    });
    this.pages.show('created', shownOf(floor));
    return this.view(actor, floor);
  }

  async list(actor: Actor, query: RequestOf<typeof floors.list>): Promise<AnswerOf<typeof floors.list>> {
    const { rows, totalCount } = await this.repository.page(await this.scopeOf(actor), query);
    const floor = await Promise.all(rows.map((row) => this.view(actor, row)));
    return { floor, pagination: { totalCount } };
  }

  /** The floors of a building. @throws if there is no such building, or the actor may not see it. */
  async ofBuilding(actor: Actor, buildingId: string): Promise<AnswerOf<typeof floors.ofBuilding>> {
    await this.buildings.find(actor, buildingId);
    const rows = await this.repository.ofBuilding(await this.scopeOf(actor), buildingId);
    return { floor: rows.map(({ _id, floorName }) => ({ floorId: _id, floorName })) };
  }

  /** The names of the floors in a manager's buildings that the actor may see. */
  async ofManager(
    actor: Actor,
    managerId: string,
  ): Promise<{ id: string; name: string; buildingId: string }[]> {
    const rows = await this.repository.ofManager(await this.scopeOf(actor), managerId);
    return rows.map(({ _id, floorName, buildingId }) => ({ id: _id, name: floorName, buildingId }));
  }

  /** @throws if there is no such floor, or the actor may not see it. */
  async get(actor: Actor, id: string): Promise<Floor> {
    const floor = await this.repository.find(await this.scopeOf(actor), id);
    if (!floor) throw floorNotFound();
    return this.view(actor, floor);
  }

  /** Removes a floor and its plan. @throws while devices stand on it. */
  async remove(actor: Actor, id: string): Promise<null> {
    refuseChangesByAssistants(actor);
    const scope = await this.scopeOf(actor);
    const removed = await this.facts.commit(async (session, publish) => {
      const floor = await this.repository.remove(scope, id, session);
      if (!floor) throw floorNotFound();
      if (await this.placed.isOnFloor(id, session)) throw floorInUse();
      await this.files.remove(floor.fileId, session);
      await publish({ kind: 'floor', key: id, state: null });
      return floor;
    });
    this.pages.show('deleted', shownOf(removed));
    return null;
  }

  /**
   * Locks a floor until the transaction ends, so that a device can be put on it.
   * @throws if the manager has no such floor in that building.
   */
  async take(
    managerId: string,
    { buildingId, floorMapId }: { buildingId: string; floorMapId: string },
    session: ClientSession,
  ): Promise<FloorDocument> {
    const floor = await this.repository.take({ _id: floorMapId, buildingId, managerId }, session);
    if (!floor)
      throw noSuchFloor(undefined, { fields: { 'floorData.floorMapId': 'There is no such floor' } });
    return floor;
  }

  private async view(actor: Actor, floor: FloorDocument): Promise<Floor> {
    const { _id, floorName, buildingId, buildingName, fileId, width, height, createdAt } = floor;
    const mapUrl = await this.files.addressOf(fileId, actor);
    return {
      floorId: _id,
      floorName,
      buildingId,
      buildingName,
      mapUrl,
      imageUrl: mapUrl,
      width,
      height,
      createdAt: createdAt.toISOString(),
    };
  }

  private async scopeOf(actor: Actor): Promise<PlaceScope> {
    return { actor, places: await this.placed.seenBy(actor) };
  }
}

const factOf = ({ _id, floorName, buildingId, managerId }: FloorDocument) => {
  const state: FloorState = { id: _id, floorName, buildingId, managerId };
  return { kind: 'floor' as const, key: _id, state };
};

const shownOf = ({ _id, managerId }: FloorDocument) => ({ place: 'floor' as const, id: _id, managerId });
