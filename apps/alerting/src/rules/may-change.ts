import type { Actor } from '@telemon/contracts/actor';

/** Whether the actor may change or delete an alert or an event in the actor's scope: an assistant only those that they created. */
export const mayChange = (actor: Actor, { createdBy }: { createdBy: string }): boolean =>
  actor.role !== 'assistant' || createdBy === actor.id;
