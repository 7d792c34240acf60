/** Aborted by the first Ctrl-C, SIGTERM or SIGHUP, or when the process that started this one is gone. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  process.on('disconnect', () => stop.abort());
  // Nobody reads what is said any more; that alone is no reason to end in disorder.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  return stop.signal;
}
