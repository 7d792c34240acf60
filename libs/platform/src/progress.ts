import { AsyncLocalStorage } from 'node:async_hooks';

const listening = new AsyncLocalStorage<() => void>();

/** Runs `work`, and calls `heard` for each step of it that ends, successful or not. */
export const hearing = <Result>(heard: () => void, work: () => Result): Result => listening.run(heard, work);

/** Reports that a step of the present work ended: a server answered, or the attempt was given up. */
export const stepEnded = (): void => listening.getStore()?.();

/** Work that several callers wait for. Its steps count as progress of each of them, whichever of them began it. */
export class SharedWork {
  private readonly waiting = new Set<() => void>();
  private readonly done: Promise<void>;

  constructor(work: () => Promise<void>) {
    this.done = hearing(() => this.waiting.forEach((heard) => heard()), work);
  }

  /** @throws where the work failed */
  async finished(): Promise<void> {
    const own = listening.getStore();
    const heard = () => own?.();
    this.waiting.add(heard);
    try {
      await this.done;
    } finally {
      this.waiting.delete(heard);
    }
  }
}
