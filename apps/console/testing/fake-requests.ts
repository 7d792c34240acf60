import type { FakeV1 } from './fake-v1.ts';

const whenAborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });

/** `fetch` to the fake. */
const fetchFrom =
  (v1: FakeV1) =>
  async (url: string, { method = 'GET', body, signal }: RequestInit = {}): Promise<Response> => {
    if (url === '/v1/stream') return v1.stream.open(signal);
    const parsed = typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined;
    return Promise.race([v1.exchange({ method, url, body: parsed }), whenAborted(signal)]);
  };

const uploadIn = (form: FormData) => {
  const [file] = [...form.values()] as File[];
  return { upload: { id: 'upload-1', fileName: file!.name, size: file!.size } };
};

/** The part of XMLHttpRequest that uploads a file. */
const uploadsTo = (v1: FakeV1) =>
  class {
    readonly upload: { onprogress?: (event: object) => void } = {};
    onload = () => {};
    onerror = () => {};
    status = 0;
    responseText = '';
    private url = '';
    private isAborted = false;
    private headers = new Headers();

    open(_: string, url: string) {
      this.url = url;
    }

    setRequestHeader() {}

    getResponseHeader(name: string) {
      return this.headers.get(name);
    }

    abort() {
      this.isAborted = true;
    }

    send(form: FormData) {
      this.upload.onprogress?.({ loaded: 1, total: 1 });
      void v1.exchange({ method: 'POST', url: this.url, body: uploadIn(form) }).then(
        async (response) => {
          this.headers = response.headers;
          this.status = response.status;
          this.responseText = await response.text();
          if (!this.isAborted) this.onload();
        },
        () => this.onerror(),
      );
    }
  };

/** Sends all requests of the page to the fake. */
export const connectTo = (v1: FakeV1): void => {
  Object.assign(window, { fetch: fetchFrom(v1), XMLHttpRequest: uploadsTo(v1) });
};
