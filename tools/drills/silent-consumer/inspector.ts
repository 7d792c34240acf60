import { once } from 'node:events';
import { until } from '@telemon/testing/waiting';

/** Node's debugger port, on which only one process can listen at a time. */
const LISTS = 'http://127.0.0.1:9229/json/list';
const REACHED_WITHIN_MS = 60_000;
const OPEN_WITHIN_MS = 3_000;

interface RemoteObject {
  readonly type: string;
  readonly value?: unknown;
  readonly objectId?: string;
}
interface Evaluated {
  readonly result: RemoteObject;
  readonly exceptionDetails?: {
    readonly text: string;
    readonly exception?: { readonly description?: string };
  };
}
interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** A debugger connection to a running Node process. */
export class Inspector {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const { id, result, error } = JSON.parse(String(data)) as Answer;
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(result);
      else waiting?.reject(new Error(error.message));
    });
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The process closed the connection'));
    });
  }

  /** Runs `work` with a connection to a process, and closes its debugger port, so that another process can use it. */
  static async of<Result>(pid: number, work: (inspector: Inspector) => Promise<Result>): Promise<Result> {
    const inspector = await until(() => Inspector.#reach(pid), {
      timeoutMs: REACHED_WITHIN_MS,
      everyMs: 200,
      what: `the debugger's port of process ${pid} (9229; is it taken?)`,
    });
    try {
      return await work(inspector);
    } finally {
      // close() waits for this connection to end, so a timer calls it.
      await inspector.evaluate("void setTimeout(() => process.getBuiltinModule('node:inspector').close())");
      inspector.#socket.close();
    }
  }

  static async #reach(pid: number): Promise<Inspector | null> {
    process.kill(pid, 'SIGUSR1');
    const [target] = (await (await fetch(LISTS)).json()) as { webSocketDebuggerUrl: string }[];
    const socket = new WebSocket(target!.webSocketDebuggerUrl);
    await once(socket, 'open', { signal: AbortSignal.timeout(OPEN_WITHIN_MS) });
    const inspector = new Inspector(socket);
    if ((await inspector.evaluate('process.pid')) === pid) return inspector;
    socket.close();
    return null;
  }

  /** The value of an expression, which must be representable as JSON. */
  async evaluate(expression: string): Promise<unknown> {
    return (await this.#evaluate(expression, true)).value;
  }

  /**
   * Calls a function, given as source text, with all objects in memory whose class has this name. The class itself can't be
   * reached: it is inside the bundle of the service.
   */
  async withInstancesOf(className: string, called: string): Promise<unknown> {
    const { objectId } = await this.#evaluate('Object.prototype', false);
    const { objects } = await this.#send<{ objects: RemoteObject }>('Runtime.queryObjects', {
      prototypeObjectId: objectId,
    });
    const call = {
      objectId: objects.objectId,
      functionDeclaration: `function () {
        const isInstance = (object) => Object.getPrototypeOf(object)?.constructor?.name === ${JSON.stringify(className)};
        return (${called})(this.filter(isInstance));
      }`,
      returnByValue: true,
      awaitPromise: true,
    };
    return resultOf(await this.#send<Evaluated>('Runtime.callFunctionOn', call)).value;
  }

  async #evaluate(expression: string, returnByValue: boolean): Promise<RemoteObject> {
    return resultOf(await this.#send<Evaluated>('Runtime.evaluate', { expression, returnByValue }));
  }

  #send<Result>(method: string, params: object): Promise<Result> {
    const id = ++this.#lastId;
    const answered = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answered);
    this.#socket.send(JSON.stringify({ id, method, params }));
    return answered.promise as Promise<Result>;
  }
}

function resultOf({ result, exceptionDetails }: Evaluated): RemoteObject {
  if (exceptionDetails === undefined) return result;
  throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
}
