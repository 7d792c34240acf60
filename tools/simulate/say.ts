/** One JSON line on standard output, as the services write them. No secret, no payload. */
export const say = (
  level: 'info' | 'warn' | 'fatal',
  msg: string,
  fields: Record<string, unknown> = {},
): void => {
  const time = new Date().toISOString();
  process.stdout.write(`${JSON.stringify({ level, time, app: 'simulator', ...fields, msg })}\n`);
};
