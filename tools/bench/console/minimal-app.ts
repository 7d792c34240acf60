import react from '@vitejs/plugin-react';
import { readFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { build } from 'vite';

const SOURCE = fileURLToPath(new URL('./minimal/', import.meta.url));
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };
const compress = promisify(brotliCompress);

/** A react-admin application with as many resources as the console and nothing else, served beside the same /v1. */
export class MinimalApp {
  private readonly server: Server;

  private constructor(server: Server) {
    this.server = server;
  }

  /** Builds it into the folder, and serves it compressed, as the gateway serves the console. */
  static async start(folder: string, gatewayUrl: string): Promise<MinimalApp> {
    await build({
      root: SOURCE,
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      build: { outDir: folder, emptyOutDir: true, target: 'es2023' },
    });
    const files = new Map<string, Promise<Buffer>>();
    const compressed = (path: string) => {
      const file = files.get(path) ?? readFile(join(folder, path)).then((text) => compress(text));
      files.set(path, file);
      return file;
    };
    const server = createServer((query, answer) => {
      const { pathname } = new URL(query.url ?? '/', 'http://minimal');
      if (pathname.startsWith('/v1/')) return passOn(query, answer, gatewayUrl);
      const path = pathname.startsWith('/assets/') ? pathname : '/index.html';
      const type = TYPES[extname(path)] ?? 'application/octet-stream';
      compressed(path).then(
        (body) => answer.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(body),
        () => answer.writeHead(404).end(),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new MinimalApp(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

const passOn = (
  { url = '/', headers }: IncomingMessage,
  answer: ServerResponse,
  gatewayUrl: string,
): void => {
  const forwarded = request(new URL(url, gatewayUrl), { headers }, (given) => {
    answer.writeHead(given.statusCode ?? 502, given.headers);
    given.pipe(answer);
  });
  forwarded.on('error', () => answer.writeHead(502).end());
  forwarded.end();
};
