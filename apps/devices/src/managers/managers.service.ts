import { Injectable } from '@nestjs/common';
import { type Actor, isAdmin } from '@telemon/contracts/actor';
import type { UserState } from '@telemon/contracts/facts';
import type { PageQuery } from '@telemon/contracts/page';
import { users } from '@telemon/contracts/auth/users';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';
import { Asker } from '@telemon/platform/messaging/asker';
import { literally } from '@telemon/platform/sorted-page';
import type { ManagersInList } from '../list-query.ts';

export type ManagerField = 'managerName' | 'companyName' | 'locationName';
/** What lists show of a manager. */
type ManagerView = Record<ManagerField, string>;

const UNKNOWN: ManagerView = { managerName: '', companyName: '', locationName: '' };

const viewOf = ({ name, companyName, locationName }: UserState): ManagerView => ({
  managerName: name,
  companyName,
  locationName,
});

/** Says whether a manager owns any of something. */
type IsOwned = (managerId: string) => Promise<boolean>;

/** Who owns devices and sensor types, as far as this service needs to know of them. */
@Injectable()
export class ManagersService {
  private readonly users: FactCopy<'user'>;
  private readonly possessions: { what: string; isOwned: IsOwned }[] = [];

  constructor(
    copies: FactCopies,
    private readonly asker: Asker,
  ) {
    this.users = copies.of('user');
  }

  view(id: string): ManagerView {
    const user = this.users.get(id);
    return user ? viewOf(user) : UNKNOWN;
  }

  /** Whether there is such a manager; asks for one whose fact may still be on its way. */
  async exists(id: string): Promise<boolean> {
    const user = this.users.get(id);
    if (user) return user.userRole === 'manager';
    const { managers } = await this.asker.ask(users.managers, {});
    return managers.some((manager) => manager.id === id);
  }

  /** Has `isOwned` asked before a manager is deleted; `what` they own in plain words. */
  owning(what: string, isOwned: IsOwned): void {
    this.possessions.push({ what, isOwned });
  }

  /** What a manager owns, in plain words. */
  async owns(managerId: string): Promise<string[]> {
    const owned = await Promise.all(this.possessions.map(({ isOwned }) => isOwned(managerId)));
    return this.possessions.filter((_, place) => owned[place]).map(({ what }) => what);
  }

  /** The ids of the managers who belong to a location. */
  idsAt(locationId: string): string[] {
    return this.all()
      .filter((user) => user.locationId === locationId)
      .map(({ id }) => id);
  }

  /** The ids of all managers, in the order of one of their fields. */
  idsInOrderOf(field: ManagerField): string[] {
    return this.all()
      .sort(
        (one, other) =>
          viewOf(one)[field].localeCompare(viewOf(other)[field]) || (one.id < other.id ? -1 : 1),
      )
      .map(({ id }) => id);
  }

  /** The ids of managers of whom one of the fields contains what somebody typed. Only an admin searches by them. */
  idsFoundBy(actor: Actor, typed: string | undefined): string[] {
    if (!typed || !isAdmin(actor.role)) return [];
    const text = literally(typed);
    return this.all()
      .filter((user) => Object.values(viewOf(user)).some((value) => text.test(value)))
      .map(({ id }) => id);
  }

  /** What a list with the managers' names is narrowed and ordered by: those found, and all in order where that is asked for. */
  inListFor(actor: Actor, { q, sort }: PageQuery): ManagersInList {
    return {
      found: this.idsFoundBy(actor, q),
      inOrder: sort === 'managerName' ? this.idsInOrderOf(sort) : null,
    };
  }

  private all(): UserState[] {
    return [...this.users.values()].filter(({ userRole }) => userRole === 'manager');
  }
}
