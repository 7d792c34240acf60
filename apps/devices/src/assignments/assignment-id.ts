/** An assignment has the id that its device and its assistant give it: nothing else has to be kept of it. */
export const assignmentIdOf = (deviceName: string, assistantId: string): string =>
  `${deviceName}.${assistantId}`;

/** Names of devices have no dot. */
export const partsOf = (id: string): { deviceName: string; assistantId: string } => {
  const end = id.indexOf('.');
  return end < 0
    ? { deviceName: id, assistantId: '' }
    : { deviceName: id.slice(0, end), assistantId: id.slice(end + 1) };
};
