import { Injectable } from '@nestjs/common';
import { ANONYMOUS, type Actor } from '@telemon/contracts/actor';
import type { Route } from '@telemon/contracts/route';
import { isForRole, mayUse } from '@telemon/contracts/routes';
import type { DomainError } from '@telemon/platform/errors';
import { notForYourRole } from '@telemon/platform/messaging/role-errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mqttAdminNeeded, signInNeeded } from './access.errors.ts';
import { type AddressLimitName, CallLimits } from './call-limits.ts';
import { TokenVerifier, type Verified } from './token-verifier.ts';

export interface Caller {
  actor: Actor;
  /** Network address, as far as the proxies in front are trusted. */
  address: string;
  /** When the token expires, epoch ms. */
  expiresAtMs: number;
}

/** The part of a row of the access table that decides who is let in. */
export type Entrance = Pick<Route, 'who' | 'flag'>;

type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const callers = new WeakMap<FastifyRequest, Caller>();
const entrances = new WeakMap<object, Entrance>();

/** The entrance that a guard keeps; undefined for other functions. */
export const entranceOf = (guard: unknown): Entrance | undefined =>
  typeof guard === 'function' ? entrances.get(guard) : undefined;

/** The caller of a request. @throws if no guard has run: a route without a guard must not answer. */
export const callerOf = (request: FastifyRequest): Caller => {
  const caller = callers.get(request);
  if (!caller) throw new Error('a route has no guard');
  return caller;
};

/**
 * Authenticates and authorizes callers. Each route has its own guard, made from its row of the access table; it runs
 * before the body is read. No decision depends on the spelling of a path.
 */
@Injectable()
export class Access {
  constructor(
    private readonly tokens: TokenVerifier,
    private readonly limits: CallLimits,
  ) {}

  /** @param limit Counts the calls of an address without a valid token */
  guard(entrance: Entrance, limit: AddressLimitName = 'ADDRESS_LIMIT'): Guard {
    const guard: Guard = async (request, reply) => {
      const address = request.ip;
      if (entrance.who === 'public') {
        await this.limits.takeForAddress(address, limit);
        callers.set(request, { actor: ANONYMOUS, address, expiresAtMs: Infinity });
        return;
      }
      const verified = await this.verified(request);
      if (!verified) {
        await this.limits.takeForAddress(address, limit);
        void reply.header('www-authenticate', 'Bearer');
        throw signInNeeded();
      }
      await this.limits.takeForUser(verified.actor.id);
      if (!mayUse(verified.actor, entrance)) throw refusalOf(verified.actor, entrance);
      callers.set(request, { ...verified, address });
    };
    entrances.set(guard, entrance);
    return guard;
  }

  /** The actor of a valid token on a public route; `ANONYMOUS` without one. */
  async actorOf(request: FastifyRequest): Promise<Actor> {
    return (await this.verified(request))?.actor ?? ANONYMOUS;
  }

  private async verified({ headers }: FastifyRequest): Promise<Verified | null> {
    const token = bearerOf(headers.authorization);
    return token === null ? null : this.tokens.verify(token);
  }
}

const refusalOf = ({ role }: Actor, entrance: Entrance): DomainError =>
  isForRole(role, entrance) ? mqttAdminNeeded() : notForYourRole();

const bearerOf = (header: string | undefined): string | null =>
  header === undefined ? null : (/^Bearer ([\w.~+/-]+=*)$/i.exec(header)?.[1] ?? null);
