import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const COMPRESSIBLE = new Set([
  '.css',
  '.html',
  '.ico',
  '.js',
  '.json',
  '.map',
  '.svg',
  '.txt',
  '.webmanifest',
]);
const WORTH_COMPRESSING_BYTES = 512;

const CACHE = {
  /** The name changes with the content. */
  immutable: 'public, max-age=31536000, immutable',
  revalidate: 'no-cache',
};

type Coding = 'br' | 'gzip' | 'identity';
type Encode = (body: Buffer) => Promise<Buffer>;

const brotli = promisify<Buffer, object, Buffer>(brotliCompress);
const gzipped = promisify<Buffer, object, Buffer>(gzip);
/** Done once a file: a tenth of a second for a megabyte, off the event loop. */
const ENCODE: Readonly<Record<Coding, Encode>> = {
  br: (body) =>
    brotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => gzipped(body, { level: 9 }),
  identity: async (body) => body,
};

class StaticFile {
  private readonly encoded = new Map<Coding, Promise<Buffer>>();
  private content: Promise<{ body: Buffer; etag: string }> | undefined;

  constructor(
    private readonly path: string,
    private readonly isImmutable: boolean,
    private readonly change: (text: string) => string,
  ) {}

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const extension = extname(this.path);
    const { body, etag } = await this.load(extension);
    void reply.headers({
      'content-type': TYPES[extension] ?? 'application/octet-stream',
      'cache-control': this.isImmutable ? CACHE.immutable : CACHE.revalidate,
      etag,
    });
    const mayCompress = COMPRESSIBLE.has(extension) && body.length >= WORTH_COMPRESSING_BYTES;
    if (mayCompress) void reply.header('vary', 'accept-encoding');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const coding = mayCompress ? codingFor(String(request.headers['accept-encoding'] ?? '')) : 'identity';
    if (coding !== 'identity') void reply.header('content-encoding', coding);
    return reply.send(await this.as(coding, body));
  }

  /** Reads the file, once. */
  load(extension = extname(this.path)): Promise<{ body: Buffer; etag: string }> {
    this.content ??= readFile(this.path).then((raw) => {
      const body = extension === '.html' ? Buffer.from(this.change(raw.toString('utf8'))) : raw;
      const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
      return { body, etag: `W/"${hash}"` };
    });
    return this.content;
  }

  private as(coding: Coding, body: Buffer): Promise<Buffer> {
    const known = this.encoded.get(coding) ?? ENCODE[coding](body);
    this.encoded.set(coding, known);
    return known;
  }
}

const codingFor = (accepted: string): Coding => {
  const codings = accepted
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => !/;\s*q=0(\.0*)?$/.test(coding))
    .map((coding) => coding.split(';', 1)[0]!.trim());
  return codings.includes('br') ? 'br' : codings.includes('gzip') ? 'gzip' : 'identity';
};

interface StaticFilesOptions {
  /** Whether a file's name changes with its content. */
  isImmutable?: (path: string) => boolean;
  /** Changes the text of pages before they are kept. */
  change?: (html: string) => string;
}

/**
 * The files of a folder as they were at the start, source maps aside; compressed when first asked for and kept in
 * memory. A path is looked up, never resolved, so none leads out of the folder.
 */
export class StaticFiles {
  private constructor(private readonly files: ReadonlyMap<string, StaticFile>) {}

  static async in(folder: string, options: StaticFilesOptions = {}): Promise<StaticFiles> {
    const { isImmutable = () => false, change = (html: string) => html } = options;
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
      .map((entry) => join(entry.parentPath, entry.name));
    const files = new Map(
      paths.map((path) => {
        const name = relative(folder, path).split(sep).join('/');
        return [name, new StaticFile(path, isImmutable(name), change)];
      }),
    );
    // At once, as a build may replace the folder while pages that it made before are open.
    await Promise.all([...files.values()].map((file) => file.load()));
    return new StaticFiles(files);
  }

  has(name: string): boolean {
    return this.files.has(name);
  }

  /** Sends a file that is there. */
  send(name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return this.files.get(name)!.send(request, reply);
  }
}
