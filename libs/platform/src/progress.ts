import { AsyncLocalStorage } from 'node:async_hooks';

const listening = new AsyncLocalStorage<() => void>();

/** Runs `work`, and calls `heard` for each step of it that ends, well or not. */
export const hearing = <Result>(heard: () => void, work: () => Result): Result => listening.run(heard, work);

/** Says that a step of the work that is being done came to an end: a question was answered, or given up. */
export const stepEnded = (): void => listening.getStore()?.();

/** Work that several wait for. Its steps are those of everybody who waits for it just now, whoever began it. */
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
