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
/** The fields of a manager in lists. */
type ManagerView = Record<ManagerField, string>;

const UNKNOWN: ManagerView = { managerName: '', companyName: '', locationName: '' };

const viewOf = ({ name, companyName, locationName }: UserState): ManagerView => ({
  managerName: name,
  companyName,
  locationName,
});

/** Whether a manager owns anything of one kind. */
type IsOwned = (managerId: string) => Promise<boolean>;

/** The managers, who own devices and sensor types, from auth's facts. */
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

  /** Whether there is such a manager; asks auth if the fact may still be on its way. */
  async exists(id: string): Promise<boolean> {
    const user = this.users.get(id);
    if (user) return user.userRole === 'manager';
    const { managers } = await this.asker.ask(users.managers, {});
    return managers.some((manager) => manager.id === id);
  }

  /** Registers a check that runs before a manager is deleted; `what` names the things in plain words. */
  owning(what: string, isOwned: IsOwned): void {
    this.possessions.push({ what, isOwned });
  }

  /** The kinds of things that a manager owns, in plain words. */
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

  /** The ids of managers with a field that contains the typed text. Only an admin searches by manager. */
  idsFoundBy(actor: Actor, typed: string | undefined): string[] {
    if (!typed || !isAdmin(actor.role)) return [];
    const text = literally(typed);
    return this.all()
      .filter((user) => Object.values(viewOf(user)).some((value) => text.test(value)))
      .map(({ id }) => id);
  }

  /** The managers that match a list's search text, and all managers in order if the list is sorted by them. */
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
