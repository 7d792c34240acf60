import { Injectable } from '@nestjs/common';
import { type Actor, managerIdOf } from '@telemon/contracts/actor';
import type { AnswerOf } from '@telemon/contracts/call';
import type { files } from '@telemon/contracts/devices/files';
import { DAY_MS } from '@telemon/contracts/durations';
import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { Asker } from '@telemon/platform/messaging/asker';
import { Mongo } from '@telemon/platform/mongo';
import { type ClientSession, ObjectId } from 'mongodb';
import { askedUser } from '../managers/asked-user.ts';
import { FileAddresses } from './file-addresses.ts';
import { fileNotFound } from './files.errors.ts';
import { type FileDocument, FilesRepository } from './files.repository.ts';

/** How long an unattached file is kept, ms. */
const UNUSED_FOR_MS = DAY_MS;
/** Per user, so that unattached files can't fill the disk. */
const MOST_UNUSED = 10;

/** Whether a file belongs to something that an actor may see. */
type IsSeen = (actor: Actor, fileId: string) => Promise<boolean>;

/** A file to be kept. */
interface Content extends Pick<FileDocument, 'contentType' | 'width' | 'height'> {
  extension: string;
  bytes: Uint8Array;
  /** Without the extension; its id where not given. */
  name?: string;
}

@Injectable()
export class FilesService {
  private readonly owners: IsSeen[] = [];
  private readonly users;

  constructor(
    private readonly repository: FilesRepository,
    private readonly addresses: FileAddresses,
    private readonly mongo: Mongo,
    private readonly asker: Asker,
    copies: FactCopies,
  ) {
    this.users = copies.of('user');
  }

  /** Keeps a file for a day, within which it has to be attached; removes the user's oldest unattached ones beyond the limit. */
  async create({ id }: Actor, content: Content): Promise<FileDocument> {
    const kept = await this.store(id, content);
    for (const old of await this.repository.unused(id, MOST_UNUSED)) {
      await this.mongo.transaction(async (session) => this.repository.removeUnused(old, id, session));
    }
    return kept;
  }

  /** Keeps a file for a day, within which it has to be kept for longer. */
  async store(userId: string, { bytes, extension, name, ...about }: Content): Promise<FileDocument> {
    const _id = new ObjectId().toHexString();
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + UNUSED_FOR_MS);
    const fileName = `${name ?? _id}.${extension}`;
    const file = { _id, userId, ...about, fileName, size: bytes.length, createdAt, expiresAt };
    return this.repository.insert(file, bytes);
  }

  /** Makes a stored file permanent; false if it has expired, or is permanent already. */
  async keep({ _id, userId }: FileDocument, session: ClientSession): Promise<boolean> {
    return (await this.repository.keep(_id, userId, session)) !== null;
  }

  /** Makes an actor's file permanent; null if there is none, or it is attached already. `name`: its address or file name. */
  async attach({ id }: Actor, name: string, session: ClientSession): Promise<FileDocument | null> {
    const fileId = idIn(name);
    return fileId === null ? null : this.repository.keep(fileId, id, session);
  }

  /** Removes a file in the transaction that removes its owner. */
  remove(fileId: string, session: ClientSession): Promise<void> {
    return this.repository.remove(fileId, session);
  }

  /** Removes an actor's unattached file. @throws if there is none. */
  async removeUnused({ id }: Actor, name: string): Promise<null> {
    const fileId = idIn(name);
    await this.mongo.transaction(async (session) => {
      if (fileId === null || !(await this.repository.removeUnused(fileId, id, session))) throw fileNotFound();
    });
    return null;
  }

  addressOf(fileId: string, actor: Actor): Promise<string> {
    return this.addresses.of(fileId, actor);
  }

  /** Registers a check: an actor may see a file if any check allows it. */
  showTo(isSeen: IsSeen): void {
    this.owners.push(isSeen);
  }

  async open(token: string): Promise<AnswerOf<typeof files.open>> {
    const { file, expiresAt } = await this.behind(token);
    const { contentType, fileName, size, chunks } = file;
    const goodForS = Math.max(0, Math.floor((expiresAt - Date.now()) / 1_000));
    return { contentType, fileName, size, chunks, goodForS };
  }

  async chunk(token: string, index: number): Promise<AnswerOf<typeof files.chunk>> {
    const { file } = await this.behind(token);
    const bytes = await this.repository.chunk(file._id, index);
    if (!bytes) throw fileNotFound();
    return { bytes: bytes.toString('base64') };
  }

  /** The file of a token. @throws if the token is invalid, or its user may no longer see the file. */
  private async behind(token: string): Promise<{ file: FileDocument; expiresAt: number }> {
    const read = await this.addresses.read(token);
    const file = read && (await this.repository.find(read.fileId));
    const actor = file && (await this.actorOf(read.userId));
    if (!actor || !(await this.isSeenBy(actor, file))) throw fileNotFound();
    return { file, expiresAt: read.expiresAt };
  }

  private async isSeenBy(actor: Actor, file: FileDocument): Promise<boolean> {
    if (file.expiresAt) return file.userId === actor.id && file.expiresAt.getTime() > Date.now();
    for (const isSeen of this.owners) if (await isSeen(actor, file._id)) return true;
    return false;
  }

  /**
   * The user as they are now, not as they were when the address was issued; null if they are deleted. An address may be issued
   * before the first fact about a new user arrives: then the auth service is asked.
   */
  private async actorOf(userId: string): Promise<Actor | null> {
    const isNew = this.users.versionOf(userId) === 0;
    const user = isNew ? await askedUser(this.asker, userId) : this.users.get(userId);
    if (!user) return null;
    return { id: user.id, role: user.userRole, managerId: managerIdOf(user), mqttAdmin: false };
  }
}

/** The id in an upload's answer: in a file name, or in an address of ours. */
const idIn = (name: string): string | null =>
  /^(?:(?:https?:\/\/[^/]+)?\/v1\/file\/)?([0-9a-f]{24})\.[\w.-]+$/.exec(name)?.[1] ?? null;
