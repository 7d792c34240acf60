import type { DeviceState } from '@telemon/contracts/facts';
import type { Principal } from '@telemon/contracts/routes';
import type { User } from '@telemon/contracts/users';
import { ApiClient } from '@telemon/testing/api-client';
import { uniqueName } from '@telemon/testing/given';
import { MongoClient, ObjectId } from 'mongodb';
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

/** Assigns an assistant to a device as the service that owns it will: in its database, and told to the others. */
export const assign = async (
  { product }: Installation,
  deviceName: string,
  assistantId: string,
): Promise<void> => {
  const client = await MongoClient.connect(product.addresses.mongoUrl);
  try {
    const db = client.db('devices');
    await db
      .collection<{ _id: string; assistantIds: string[] }>('devices')
      .updateOne({ _id: deviceName }, { $set: { assistantIds: [assistantId] } });
    const counter = await db
      .collection<{ _id: string; version: number }>('fact_versions')
      .findOneAndUpdate(
        { _id: `device:${deviceName}` },
        { $inc: { version: 1 } },
        { returnDocument: 'after' },
      );
    const device = (await db
      .collection<{ _id: string }>('devices')
      .findOne({ _id: deviceName })) as unknown as Omit<DeviceState, 'deviceName' | 'sensorNames'>;
    const {
      deviceAlias,
      managerId,
      assistantIds,
      template,
      smsLimit,
      emailLimit,
      limitRefresh,
      passwordSha256,
    } = device;
    const state: DeviceState = {
      deviceName,
      deviceAlias,
      managerId,
      assistantIds,
      template,
      sensorNames: ['Temperature', null, null, null],
      smsLimit,
      emailLimit,
      limitRefresh,
      passwordSha256,
    };
    const fact = { kind: 'device', key: deviceName, version: counter!.version, state };
    await db.collection('fact_outbox').insertOne({ _id: new ObjectId(), fact });
  } finally {
    await client.close();
  }
};

export const missingName = (): string => uniqueName('none');
export const missingId = (): string => new ObjectId().toHexString();
