/** An assignment's id consists of its device name and its assistant's id, so it isn't stored. */
export const assignmentIdOf = (deviceName: string, assistantId: string): string =>
  `${deviceName}.${assistantId}`;

/** Splits at the first dot: device names have none. */
export const partsOf = (id: string): { deviceName: string; assistantId: string } => {
  const end = id.indexOf('.');
  return end < 0
    ? { deviceName: id, assistantId: '' }
    : { deviceName: id.slice(0, end), assistantId: id.slice(end + 1) };
};
