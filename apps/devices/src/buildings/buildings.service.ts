import { Injectable } from '@nestjs/common';
import { type Actor, SYSTEM } from '@telemon/contracts/actor';
import {
  type Building,
  type BuildingChange,
  DEFAULT_CENTRE,
  type NewBuilding,
  type buildings,
} from '@telemon/contracts/devices/buildings';
import type { AnswerOf, RequestOf } from '@telemon/contracts/call';
import type { BuildingState } from '@telemon/contracts/facts';
import { FactOutbox, type UnversionedFact } from '@telemon/platform/facts/fact-outbox';
import { type ClientSession, ObjectId } from 'mongodb';
import { ManagersService } from '../managers/managers.service.ts';
import { ownerFor } from '../managers/owner.ts';
import { buildingInUse, buildingNotFound, nameIsFixed } from './buildings.errors.ts';
import { type BuildingDocument, BuildingsRepository } from './buildings.repository.ts';
import { LivePlaces } from './live-places.ts';
import { type PlaceScope, refuseChangesByAssistants } from './place-scope.ts';
import { PlacedDevices } from './placed-devices.ts';

/** The things beside devices that belong to a building, such as floors. */
interface Contents {
  isIn(buildingId: string, session: ClientSession): Promise<boolean>;
  /** Moves them to the building's new manager. Returns the facts to publish. */
  move(building: BuildingDocument, session: ClientSession): Promise<UnversionedFact[]>;
}

@Injectable()
export class BuildingsService {
  private readonly contents: Contents[] = [];

  constructor(
    private readonly repository: BuildingsRepository,
    private readonly placed: PlacedDevices,
    private readonly managers: ManagersService,
    private readonly facts: FactOutbox,
    private readonly pages: LivePlaces,
  ) {
    managers.owning('buildings', (managerId) => repository.isOwned(managerId));
  }

  async create(actor: Actor, { buildingName, managerId, lat, lng }: NewBuilding): Promise<Building> {
    refuseChangesByAssistants(actor);
    const building: BuildingDocument = {
      _id: new ObjectId().toHexString(),
      buildingName,
      managerId: await ownerFor(actor, managerId, this.managers, 'managerId'),
      lat: lat ?? DEFAULT_CENTRE.lat,
      lng: lng ?? DEFAULT_CENTRE.lng,
      createdAt: new Date(),
    };
    await this.facts.commit(async (session, publish) => {
      await this.repository.insert(building, session);
      await publish(factOf(building));
    });
    this.pages.show('created', shownOf(building));
    return this.view(building);
  }

  async list(
    actor: Actor,
    query: RequestOf<typeof buildings.list>,
  ): Promise<AnswerOf<typeof buildings.list>> {
    const managers = this.managers.inListFor(actor, query);
    const { rows, totalCount } = await this.repository.page(await this.scopeOf(actor), query, managers);
    return { building: rows.map((row) => this.view(row)), pagination: { totalCount } };
  }

  async all(actor: Actor): Promise<AnswerOf<typeof buildings.all>> {
    const rows = await this.repository.all(await this.scopeOf(actor));
    const building = rows.map(({ _id, buildingName, managerId }) => ({
      buildingId: _id,
      buildingName,
      managerId,
    }));
    return { building };
  }

  /** The ids and names of a manager's buildings that the actor may see. */
  async ofManager(actor: Actor, managerId: string): Promise<{ id: string; name: string }[]> {
    const rows = await this.repository.ofManager(await this.scopeOf(actor), managerId);
    return rows.map(({ _id, buildingName }) => ({ id: _id, name: buildingName }));
  }

  /** All buildings that the actor may see, with their coordinates. */
  async onMap(
    actor: Actor,
  ): Promise<Pick<Building, 'buildingId' | 'buildingName' | 'managerId' | 'lat' | 'lng'>[]> {
    const rows = await this.repository.all(await this.scopeOf(actor));
    return rows.map(({ _id, buildingName, managerId, lat, lng }) => ({
      buildingId: _id,
      buildingName,
      managerId,
      lat,
      lng,
    }));
  }

  /** @throws if there is no such building, or the actor may not see it. */
  async get(actor: Actor, id: string): Promise<Building> {
    return this.view(await this.find(actor, id));
  }

  /**
   * Changes a building's coordinates or manager. Its floors get the new manager, too; the devices on them keep theirs and lose
   * their position.
   */
  async update(actor: Actor, id: string, change: BuildingChange): Promise<Building> {
    refuseChangesByAssistants(actor);
    const named = change.managerId
      ? await ownerFor(actor, change.managerId, this.managers, 'managerId')
      : null;
    const scope = await this.scopeOf(actor);
    const { before, after, left } = await this.facts.commit(async (session, publish) => {
      const current = await this.repository.take(scope, id, session);
      if (!current) throw buildingNotFound();
      refuseAnotherName(current, change);
      const { lat, lng } = change;
      const changed = {
        ...current,
        ...(lat !== undefined && { lat }),
        ...(lng !== undefined && { lng }),
        managerId: named ?? current.managerId,
      };
      await this.repository.replace(changed, session);
      await publish(factOf(changed));
      if (changed.managerId === current.managerId) return { before: current, after: changed, left: null };
      for (const { move } of this.contents) await publish(...(await move(changed, session)));
      return { before: current, after: changed, left: await this.placed.leaveBuilding(id, session) };
    });
    left?.();
    if (left) this.pages.show('deleted', shownOf(before));
    this.pages.show('updated', shownOf(after), await this.placed.assistantsIn(id));
    return this.view(after);
  }

  /** Removes a building. @throws while it has floors or devices. */
  async remove(actor: Actor, id: string): Promise<null> {
    refuseChangesByAssistants(actor);
    const scope = await this.scopeOf(actor);
    const removed = await this.facts.commit(async (session, publish) => {
      const building = await this.repository.remove(scope, id, session);
      if (!building) throw buildingNotFound();
      for (const { isIn } of this.contents) if (await isIn(id, session)) throw buildingInUse();
      if (await this.placed.isInBuilding(id, session)) throw buildingInUse();
      await publish({ kind: 'building', key: id, state: null });
      return building;
    });
    this.pages.show('deleted', shownOf(removed));
    return null;
  }

  /** Registers contents, which prevent a building's removal and move with it to a new manager. */
  hold(contents: Contents): void {
    this.contents.push(contents);
  }

  /** @throws if there is no such building, or the actor may not see it. */
  async find(actor: Actor, id: string): Promise<BuildingDocument> {
    const building = await this.repository.find(await this.scopeOf(actor), id);
    if (!building) throw buildingNotFound();
    return building;
  }

  /** The coordinates of a building, whoever owns it; null if there is no such building. */
  async coordinatesOf(id: string): Promise<Pick<Building, 'lat' | 'lng'> | null> {
    return this.repository.find(await this.scopeOf(SYSTEM), id);
  }

  /** Locks a building until the transaction ends, so that it can get contents. @throws if the actor has no such building. */
  async take(actor: Actor, id: string, session: ClientSession): Promise<BuildingDocument> {
    const building = await this.repository.take(await this.scopeOf(actor), id, session);
    if (!building) throw buildingNotFound(undefined, { fields: { buildingId: 'There is no such building' } });
    return building;
  }

  private async scopeOf(actor: Actor): Promise<PlaceScope> {
    return { actor, places: await this.placed.seenBy(actor) };
  }

  private view({ _id, buildingName, managerId, lat, lng, createdAt }: BuildingDocument): Building {
    const { managerName } = this.managers.view(managerId);
    return {
      buildingId: _id,
      buildingName,
      managerId,
      managerName,
      lat,
      lng,
      createdAt: createdAt.toISOString(),
    };
  }
}

const factOf = ({ _id, buildingName, managerId, lat, lng }: BuildingDocument) => {
  const state: BuildingState = { id: _id, buildingName, managerId, lat, lng };
  return { kind: 'building' as const, key: _id, state };
};

const shownOf = ({ _id, managerId }: BuildingDocument) => ({
  place: 'building' as const,
  id: _id,
  managerId,
});

const refuseAnotherName = ({ buildingName }: BuildingDocument, change: BuildingChange): void => {
  if (change.buildingName === undefined || change.buildingName === buildingName) return;
  throw nameIsFixed(undefined, { fields: { buildingName: 'The name cannot be changed' } });
};
