import { once } from 'node:events';
import { until } from '@telemon/testing/waiting';

/** Where each Node process listens for a debugger, one at a time. */
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

/** The inside of a running Node process, reached as a debugger does. */
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
      for (const { reject } of this.#waiting.values()) reject(new Error('The process hung up'));
    });
  }

  /** Lets `work` look into a process, and leaves that as it was: another one may listen then. */
  static async of<Result>(pid: number, work: (inspector: Inspector) => Promise<Result>): Promise<Result> {
    const inspector = await until(() => Inspector.#reach(pid), {
      timeoutMs: REACHED_WITHIN_MS,
      everyMs: 200,
      what: `the debugger's port of process ${pid} (9229; is it taken?)`,
    });
    try {
      return await work(inspector);
    } finally {
      // It ends once this connection has.
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

  /** The value of an expression, where it can be told as JSON. */
  async evaluate(expression: string): Promise<unknown> {
    return (await this.#evaluate(expression, true)).value;
  }

  /** Calls a function, written as it stands in a source, with all objects in memory of the class that an expression names. */
  async withInstancesOf(classExpression: string, called: string): Promise<unknown> {
    const { objectId } = await this.#evaluate(`(${classExpression}).prototype`, false);
    const { objects } = await this.#send<{ objects: RemoteObject }>('Runtime.queryObjects', {
      prototypeObjectId: objectId,
    });
    const call = {
      objectId: objects.objectId,
      functionDeclaration: `function () { return (${called})(this); }`,
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
