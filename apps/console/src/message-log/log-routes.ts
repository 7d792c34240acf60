/** The calls of the two logs, by the name of their resource. */
export const LOG_ROUTES = {
  mqttLogs: { remove: 'DELETE /mqttLog' },
  udpLogs: { remove: 'DELETE /udpLog' },
} as const;

export type LogResource = keyof typeof LOG_ROUTES;
