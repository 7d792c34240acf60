/** A part of the tests, which one run of Jest goes through. */
export interface Part {
  /** Jest's arguments. */
  readonly args: readonly string[];
  /** Test files that run in parallel. */
  readonly workers: number;
}

/** For two busy cores: product tests wait for a browser, tests on the shared servers for answers. */
const WORKERS_OF = { products: 2, installations: 3, servers: 4 } as const;

/** Tests of the whole product. Its installations end with them, because even idle ones take a tenth of a core each. */
export const PRODUCT_TESTS: Part = {
  args: ['./apps/e2e/(?!.*\\.alone\\.)'],
  workers: WORKERS_OF.products,
};

/** Tests that need settings of their own or damage the product. They run beside the others, one installation at a time. */
export const TESTS_ALONE: Part = { args: ['\\.alone\\.spec'], workers: 1 };

/** The other tests: first those that start servers and installations themselves, fewer at a time. */
export const OTHER_TESTS: readonly Part[] = [
  { args: ['./tools/(?!.*\\.alone\\.)'], workers: WORKERS_OF.installations },
  { args: ['./libs/', './apps/(?!e2e/)'], workers: WORKERS_OF.servers },
];

/** Workers of tests that are chosen by name: they may be of any part. */
export const WORKERS = WORKERS_OF.installations;
