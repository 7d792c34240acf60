import type { FastifyReply } from 'fastify';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

const CACHE = {
  immutable: 'public, max-age=31536000, immutable',
  revalidate: 'no-cache',
};
/** Source maps, and the compressed copies that the build leaves beside a file. */
const NEVER_SERVED = /\.(map|br|gz)$/;

/**
 * The files that a folder has at the start. A file is sent compressed where the build has left a compressed copy that
 * the browser accepts. A name is looked up, never resolved, so none leads out of the folder.
 */
export class StaticFolder {
  private constructor(
    private readonly folder: string,
    private readonly names: ReadonlySet<string>,
  ) {}

  static async in(folder: string): Promise<StaticFolder> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isFile() && !NEVER_SERVED.test(entry.name))
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
    return new StaticFolder(folder, new Set(names));
  }

  has(name: string): boolean {
    return this.names.has(name);
  }

  /** Sends a file that is there. @param isImmutable Whether its name changes with its content. */
  send(name: string, reply: FastifyReply, isImmutable = false): FastifyReply {
    void reply.header('cache-control', isImmutable ? CACHE.immutable : CACHE.revalidate);
    return reply.sendFile(name, this.folder);
  }
}
