import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { Location, locations } from '@telemon/contracts/auth/locations';
import type { AnswerOf, RequestOf } from '@telemon/contracts/call';
import { refuseAllButAdmins } from '@telemon/platform/messaging/role-errors';
import { Mongo } from '@telemon/platform/mongo';
import { isDuplicateKey } from '@telemon/platform/mongo-outcome';
import { type ClientSession, ObjectId } from 'mongodb';
import { locationInUse, locationNotFound, locationTaken, noSuchLocation } from './locations.errors.ts';
import { type LocationDocument, LocationsRepository } from './locations.repository.ts';

/** Whether a user belongs to a location. */
type IsUsed = (id: string, session: ClientSession) => Promise<boolean>;

@Injectable()
export class LocationsService {
  private readonly uses: IsUsed[] = [];

  constructor(
    private readonly repository: LocationsRepository,
    private readonly mongo: Mongo,
  ) {}

  async create(actor: Actor, locationName: string): Promise<Location> {
    refuseAllButAdmins(actor);
    const location: LocationDocument = {
      _id: new ObjectId().toHexString(),
      locationName,
      nameKey: locationName.toLowerCase(),
      createdAt: new Date(),
    };
    try {
      await this.mongo.transaction((session) => this.repository.insert(location, session));
    } catch (error) {
      throw isDuplicateKey(error)
        ? locationTaken({ locationName }, { fields: { locationName: 'There is already one of this name' } })
        : error;
    }
    return asLocation(location);
  }

  async list(
    actor: Actor,
    query: RequestOf<typeof locations.list>,
  ): Promise<AnswerOf<typeof locations.list>> {
    refuseAllButAdmins(actor);
    const { rows, totalCount } = await this.repository.page(query);
    return { data: rows.map(asLocation), pagination: { totalCount } };
  }

  async all(): Promise<{ locations: Location[] }> {
    return { locations: (await this.repository.all()).map(asLocation) };
  }

  /** Removes a location. @throws while users belong to it. */
  async remove(actor: Actor, id: string): Promise<null> {
    refuseAllButAdmins(actor);
    await this.mongo.transaction(async (session) => {
      if (!(await this.repository.remove(id, session))) throw locationNotFound();
      for (const isUsed of this.uses) if (await isUsed(id, session)) throw locationInUse();
    });
    return null;
  }

  /** Keeps locations from being removed while `isUsed` returns true for them. */
  keepWhile(isUsed: IsUsed): void {
    this.uses.push(isUsed);
  }

  /** @throws where there is no such location. */
  async refuseUnlessThere(id: string): Promise<void> {
    if (!(await this.repository.exists(id))) throw notThere();
  }

  /** The location, for a user who is put into it in the same transaction. @throws if it does not exist. */
  async take(id: string, session: ClientSession): Promise<Location> {
    const location = await this.repository.take(id, session);
    if (!location) throw notThere();
    return asLocation(location);
  }
}

const notThere = () => noSuchLocation(undefined, { fields: { locationId: 'There is no such location' } });

const asLocation = ({ _id, locationName }: LocationDocument): Location => ({ id: _id, locationName });
