/** The clocks and queues of Node that jest can fake. */
const CLOCKS = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/** The options of `jest.useFakeTimers` that fake some of them alone. */
export const faking = (...faked: (typeof CLOCKS)[number][]) => ({
  doNotFake: CLOCKS.filter((clock) => !faked.includes(clock)),
});
