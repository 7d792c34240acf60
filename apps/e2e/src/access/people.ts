import type { Principal } from '@telemon/testing/access-table';
import type { User } from '@telemon/contracts/auth/users';
import { ApiClient } from '@telemon/testing/api-client';
import { uniqueName } from '@telemon/testing/given';
import { ObjectId } from 'mongodb';
import type { Installation } from '../installation.ts';

const PASSWORD = 'a password of theirs';

/** One of each principal of the access table, seen from the things of the own manager. */
export interface People {
  clients: Record<Principal, ApiClient>;
  /** Who owns the things that are asked for. */
  manager: User;
  /** Of that manager, and assigned to their devices. */
  assistant: User;
}

/** Signs in a person whose role and manager an admin chooses. */
const signedIn = async ({ product, make }: Installation, extras: Record<string, unknown>) => {
  const user = await make.manager({ password: PASSWORD, ...extras });
  return { user, client: await ApiClient.signIn(product.addresses.url, user.email, PASSWORD) };
};

export const givenPeople = async (installation: Installation): Promise<People> => {
  const { api, product } = installation;
  const own = await signedIn(installation, {});
  const foreign = await signedIn(installation, {});
  const ofOwn = { userRole: 'assistant', managerId: own.user.id };
  const assigned = await signedIn(installation, ofOwn);
  const notAssigned = await signedIn(installation, ofOwn);
  return {
    manager: own.user,
    assistant: assigned.user,
    clients: {
      'no token': ApiClient.anonymous(product.addresses.url),
      admin: api,
      'manager, own': own.client,
      'manager, foreign': foreign.client,
      'assistant, assigned': assigned.client,
      'assistant, not assigned': notAssigned.client,
    },
  };
};

export const missingName = (): string => uniqueName('none');
export const missingId = (): string => new ObjectId().toHexString();
