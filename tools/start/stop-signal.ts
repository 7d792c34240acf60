/** Aborted by the first Ctrl-C, SIGTERM or SIGHUP, or when the parent process has ended. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  process.on('disconnect', () => stop.abort());
  // A closed pipe on the output must not end the process without an orderly stop.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  return stop.signal;
}
