/** The calls of the two logs and the name of their rows in exports, by the name of their resource. */
export const LOG_ROUTES = {
  mqttLogs: { remove: 'DELETE /mqttLog', exported: 'mqttLog' },
  udpLogs: { remove: 'DELETE /udpLog', exported: 'udpLog' },
} as const;

export type LogResource = keyof typeof LOG_ROUTES;
