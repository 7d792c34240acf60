import type { Principal } from '@telemon/testing/access-table';
import type { User } from '@telemon/contracts/auth/users';
import { ApiClient } from '@telemon/testing/api-client';
import { uniqueName } from '@telemon/testing/given';
import { ObjectId } from 'mongodb';
import type { Installation } from '../installation.ts';

const PASSWORD = 'a password of theirs';

/** One person for each principal of the access table. "Own" is the manager of the things that the calls are about. */
export interface People {
  clients: Record<Principal, ApiClient>;
  /** The owner of the things that the calls are about. */
  manager: User;
  /** An assistant of that manager, assigned to their devices. */
  assistant: User;
}

/** Creates a user with the given role and manager, and signs them in. */
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
  const mqttAdmin = { mqttAdmin: 'Active' };
  const foreignMqttAdmin = await signedIn(installation, mqttAdmin);
  const notAssignedMqttAdmin = await signedIn(installation, { ...ofOwn, ...mqttAdmin });
  return {
    manager: own.user,
    assistant: assigned.user,
    clients: {
      'no token': ApiClient.anonymous(product.addresses.url),
      admin: api,
      'manager, own': own.client,
      'manager, foreign': foreign.client,
      'manager, foreign, mqttAdmin': foreignMqttAdmin.client,
      'assistant, assigned': assigned.client,
      'assistant, not assigned': notAssigned.client,
      'assistant, not assigned, mqttAdmin': notAssignedMqttAdmin.client,
    },
  };
};

export const missingName = (): string => uniqueName('none');
export const missingId = (): string => new ObjectId().toHexString();
