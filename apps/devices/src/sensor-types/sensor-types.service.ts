import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { PageQuery } from '@telemon/contracts/page';
import type { NewSensorType, SensorType } from '@telemon/contracts/sensor-types';
import { Mongo } from '@telemon/platform/mongo';
import { literally } from '@telemon/platform/sorted-page';
import { type ClientSession, ObjectId } from 'mongodb';
import type { z } from 'zod';
import { ManagersService } from '../managers/managers.service.ts';
import { ownerFor } from '../managers/owner.ts';
import { sensorTypeInUse, sensorTypeNotFound } from './sensor-types.errors.ts';
import { type SensorTypeDocument, SensorTypesRepository } from './sensor-types.repository.ts';

/** Says whether something measures with a sensor type. */
type IsUsed = (id: string, session: ClientSession) => Promise<boolean>;

@Injectable()
export class SensorTypesService {
  private readonly uses: IsUsed[] = [];
  /** Names by id, of those that were asked for: a sensor type is never renamed, and an id is given once. */
  private readonly known = new Map<string, string>();

  constructor(
    private readonly repository: SensorTypesRepository,
    private readonly managers: ManagersService,
    private readonly mongo: Mongo,
  ) {
    managers.owning('sensor types', (managerId) => repository.isOwned(managerId));
  }

  async create(actor: Actor, { sensorName, userId }: z.output<typeof NewSensorType>): Promise<SensorType> {
    const sensorType: SensorTypeDocument = {
      _id: new ObjectId().toHexString(),
      sensorName,
      userId: await ownerFor(actor, userId, this.managers, 'userId'),
      createdAt: new Date(),
    };
    // In a transaction as every change that may not be made twice: one that can't be told in time is not made.
    await this.mongo.transaction((session) => this.repository.insert(sensorType, session));
    return this.view(sensorType);
  }

  async list(
    actor: Actor,
    query: PageQuery,
  ): Promise<{ sensors: SensorType[]; pagination: { totalCount: number } }> {
    const managerIds = query.q && actor.role === 'admin' ? this.managers.idsMatching(literally(query.q)) : [];
    const { rows, totalCount } = await this.repository.page(actor, query, managerIds);
    return { sensors: rows.map((row) => this.view(row)), pagination: { totalCount } };
  }

  async ofManager(actor: Actor, managerId: string): Promise<{ sensors: SensorType[] }> {
    const rows = await this.repository.ofManager(actor, managerId);
    return { sensors: rows.map((row) => this.view(row)) };
  }

  /** Removes a sensor type. @throws while a device measures with it. */
  async remove(actor: Actor, id: string): Promise<null> {
    await this.mongo.transaction(async (session) => {
      if (!(await this.repository.remove(actor, id, session))) throw sensorTypeNotFound();
      for (const isUsed of this.uses) if (await isUsed(id, session)) throw sensorTypeInUse();
    });
    return null;
  }

  /** Has `isUsed` asked before a sensor type is removed. */
  keepWhile(isUsed: IsUsed): void {
    this.uses.push(isUsed);
  }

  /** Names by id, of those that exist. */
  async names(ids: string[]): Promise<ReadonlyMap<string, string>> {
    const unknown = new Set(ids.filter((id) => !this.known.has(id)));
    if (unknown.size > 0) {
      for (const { _id, sensorName } of await this.repository.withIds([...unknown])) {
        this.known.set(_id, sensorName);
      }
    }
    return this.known;
  }

  /** Names by id, of a manager's own among these, within the transaction of a change to a device. */
  async namesOwnedBy(
    managerId: string,
    ids: string[],
    session: ClientSession,
  ): Promise<ReadonlyMap<string, string>> {
    const rows = await this.repository.withIds([...new Set(ids)], session);
    return new Map(
      rows.filter(({ userId }) => userId === managerId).map(({ _id, sensorName }) => [_id, sensorName]),
    );
  }

  private view({ _id, sensorName, userId, createdAt }: SensorTypeDocument): SensorType {
    const { managerName } = this.managers.view(userId);
    return { id: _id, sensorName, userId, managerName, mapped: false, createdAt: createdAt.toISOString() };
  }
}
