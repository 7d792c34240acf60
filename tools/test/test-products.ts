import { sharedSettings, WholeProduct } from '@telemon/testing/whole-product';
import { step, type Say } from '../servers/progress.ts';
import { PRODUCT_TESTS } from './parts.ts';

/** Installations that product tests use, one for each of jest's workers. */
export class TestProducts {
  readonly #products: readonly WholeProduct[];

  private constructor(products: readonly WholeProduct[]) {
    this.#products = products;
  }

  static async start(say: Say): Promise<TestProducts> {
    const starting = Array.from({ length: PRODUCT_TESTS.workers }, async () =>
      WholeProduct.start(await sharedSettings()),
    );
    const outcomes = await step(say, 'Starting installations for the tests', () =>
      Promise.allSettled(starting),
    );
    const products = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    const started = new TestProducts(products);
    if (failed === undefined) return started;
    await started.stop();
    throw failed.reason;
  }

  /** The variables that `useInstallation` of the product tests reads. */
  get variables(): Record<string, string> {
    return { TEST_PRODUCTS: this.#products.map(({ dataDir }) => dataDir).join(',') };
  }

  async stop(): Promise<void> {
    await Promise.all(this.#products.map((product) => product.stop()));
  }
}
