import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { PageQuery } from '@telemon/contracts/page';
import type { AnswerOf } from '@telemon/contracts/call';
import type { SensorTypeState } from '@telemon/contracts/facts';
import type { NewSensorType, SensorType, sensorTypes } from '@telemon/contracts/devices/sensor-types';
import { FactOutbox } from '@telemon/platform/facts/fact-outbox';
import { type ClientSession, ObjectId } from 'mongodb';
import type { z } from 'zod';
import { ManagersService } from '../managers/managers.service.ts';
import { ownerFor } from '../managers/owner.ts';
import type { CalibrationTable } from '../readings/treatment/calibration-table.ts';
import { curveOf } from './calibration-curve.ts';
import { CalibrationTables } from './calibration-tables.ts';
import { CalibrationTablesRepository } from './calibration-tables.repository.ts';
import { sensorTypeInUse, sensorTypeNotFound } from './sensor-types.errors.ts';
import { type SensorTypeDocument, SensorTypesRepository } from './sensor-types.repository.ts';

/** Whether anything measures with a sensor type. */
type IsUsed = (id: string, session: ClientSession) => Promise<boolean>;

@Injectable()
export class SensorTypesService {
  private readonly uses: IsUsed[] = [];
  /** A cache of names by id: a sensor type is never renamed, and no id is reused. */
  private readonly known = new Map<string, string>();

  constructor(
    private readonly repository: SensorTypesRepository,
    private readonly managers: ManagersService,
    private readonly facts: FactOutbox,
    private readonly tables: CalibrationTables,
    private readonly tablesRepository: CalibrationTablesRepository,
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
    // In a transaction, as every change that must not happen twice: after the deadline, it is rolled back.
    await this.facts.commit(async (session, publish) => {
      await this.repository.insert(sensorType, session);
      await publish({ kind: 'sensor-type', key: sensorType._id, state: stateOf(sensorType) });
    });
    return this.view(sensorType);
  }

  async list(
    actor: Actor,
    query: PageQuery,
  ): Promise<{ sensors: SensorType[]; pagination: { totalCount: number } }> {
    const { rows, totalCount } = await this.repository.page(
      actor,
      query,
      this.managers.inListFor(actor, query),
    );
    return { sensors: rows.map((row) => this.view(row)), pagination: { totalCount } };
  }

  async ofManager(actor: Actor, managerId: string): Promise<{ sensors: SensorType[] }> {
    const rows = await this.repository.ofManager(actor, managerId);
    return { sensors: rows.map((row) => this.view(row)) };
  }

  /** Removes a sensor type. @throws while a device measures with it. */
  async remove(actor: Actor, id: string): Promise<null> {
    await this.facts.commit(async (session, publish) => {
      if (!(await this.repository.remove(actor, id, session))) throw sensorTypeNotFound();
      for (const isUsed of this.uses) if (await isUsed(id, session)) throw sensorTypeInUse();
      await this.tablesRepository.remove(id, session);
      await publish({ kind: 'sensor-type', key: id, state: null });
    });
    this.tables.hasChanged(id);
    return null;
  }

  /** @throws if the actor has no such sensor type. */
  async find(actor: Actor, id: string): Promise<SensorTypeDocument> {
    const sensorType = await this.repository.find(actor, id);
    if (!sensorType) throw sensorTypeNotFound();
    return sensorType;
  }

  /** A sensor type with the curve of its table; null if it has none. */
  async table(actor: Actor, id: string): Promise<AnswerOf<typeof sensorTypes.table>> {
    const sensorType = await this.find(actor, id);
    const rows = (await this.tablesRepository.load([id])).get(id);
    const { table } = sensorType;
    return {
      sensor: this.view(sensorType),
      table:
        table && rows
          ? { ...curveOf(rows), fileName: table.fileName, uploadedAt: table.uploadedAt.toISOString() }
          : null,
    };
  }

  /** Sets the table by which readings are treated from now on. */
  async setTable(actor: Actor, id: string, fileName: string, table: CalibrationTable): Promise<SensorType> {
    const kept = { rows: table.raws.length, fileName, uploadedAt: new Date() };
    return this.changeTable(actor, id, kept, (session) => this.tablesRepository.replace(id, table, session));
  }

  /** Removes the table: from now on, readings are stored without it. */
  async removeTable(actor: Actor, id: string): Promise<SensorType> {
    return this.changeTable(actor, id, null, (session) => this.tablesRepository.remove(id, session));
  }

  private async changeTable(
    actor: Actor,
    id: string,
    table: SensorTypeDocument['table'],
    change: (session: ClientSession) => Promise<void>,
  ): Promise<SensorType> {
    const changed = await this.facts.commit(async (session, publish) => {
      const sensorType = await this.repository.setTable(actor, id, table, session);
      if (!sensorType) throw sensorTypeNotFound();
      await change(session);
      await publish({ kind: 'sensor-type', key: id, state: stateOf(sensorType) });
      return sensorType;
    });
    this.tables.hasChanged(id);
    return this.view(changed);
  }

  /** Registers a check that runs before a sensor type is removed. */
  keepWhile(isUsed: IsUsed): void {
    this.uses.push(isUsed);
  }

  /** Names by id; ids that don't exist are absent. */
  async names(ids: string[]): Promise<ReadonlyMap<string, string>> {
    const unknown = new Set(ids.filter((id) => !this.known.has(id)));
    if (unknown.size > 0) {
      for (const { _id, sensorName } of await this.repository.withIds([...unknown])) {
        this.known.set(_id, sensorName);
      }
    }
    return this.known;
  }

  /** Names by id of the manager's own among these, read in the transaction of a change to a device. */
  async namesOwnedBy(
    managerId: string,
    ids: string[],
    session: ClientSession,
  ): Promise<ReadonlyMap<string, string>> {
    const rows = await this.repository.withIds(ids, session);
    return new Map(
      rows.filter(({ userId }) => userId === managerId).map(({ _id, sensorName }) => [_id, sensorName]),
    );
  }

  /** Locks sensor types until the transaction ends, so that none is deleted while a device gets it. */
  async take(ids: string[], session: ClientSession): Promise<void> {
    if (ids.length > 0) await this.repository.take(ids, session);
  }

  /** The sensor type as the API shows it. */
  view({ _id, sensorName, userId, createdAt, table }: SensorTypeDocument): SensorType {
    const { managerName } = this.managers.view(userId);
    const mapped = isMapped(table);
    return { id: _id, sensorName, userId, managerName, mapped, createdAt: createdAt.toISOString() };
  }
}

const isMapped = (table: SensorTypeDocument['table']): boolean => table !== undefined && table !== null;

/** The state of a sensor type in facts for other services. */
const stateOf = ({ _id, sensorName, userId, table }: SensorTypeDocument): SensorTypeState => ({
  id: _id,
  sensorName,
  managerId: userId,
  mapped: isMapped(table),
});
