import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import type { OutboxMessage } from '@telemon/contracts/outbox/outbox';
import type { ApiClient } from './api-client.ts';

/** Every alert-log entry of a device. */
export const alertLogOf = (api: ApiClient, deviceName: string): Promise<AlertLogEntry[]> =>
  api.all<AlertLogEntry>(`/deviceDashboard/getAlertLogData/${deviceName}`, 'alertLogs');

/** Every message in the outbox of one kind, or to one recipient. */
export const outboxOf = (
  api: ApiClient,
  filter: { kind?: 'sms' | 'email'; to?: string },
): Promise<OutboxMessage[]> => api.all<OutboxMessage>(`/outbox?${new URLSearchParams(filter)}`, 'messages');
