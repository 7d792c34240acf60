import type { AlertType } from '@telemon/contracts/alerting/alerts';
import type { EventType } from '@telemon/contracts/alerting/events';
import type { MqttAdmin } from '@telemon/contracts/auth/users';
import type { DeviceMetaData, LimitRefresh, Template } from '@telemon/contracts/devices/devices';
import type { ValueType } from '@telemon/contracts/readings';
import type { z } from 'zod';

/** A text for each value of a schema: a missing one does not compile. */
type Words<Schema extends z.ZodType<string | undefined>> = Readonly<
  Record<NonNullable<z.infer<Schema>>, string>
>;

/** The values of the contracts that people read. In English, they are the documents' own words. */
export const enumerated = {
  enumerated: {
    valueType: {
      Current: 'Current',
      Minimum: 'Minimum',
      Average: 'Average',
      Maximum: 'Maximum',
    } satisfies Words<typeof ValueType>,
    alertType: {
      'Restrict Range': 'Restrict Range',
      'In Between': 'In Between',
      Periodic: 'Periodic',
      Above: 'Above',
      Below: 'Below',
    } satisfies Words<typeof AlertType>,
    /** In front of the set point: "Above 8 °C". */
    beforeSetPoint: {
      'Restrict Range': 'Restrict Range',
      'In Between': 'In Between',
      Periodic: 'Periodic',
      Above: 'Above',
      Below: 'Below',
    } satisfies Words<typeof AlertType>,
    eventType: { Above: 'Above', Below: 'Below' } satisfies Words<typeof EventType>,
    mqttAdmin: { Active: 'Active', Inactive: 'Inactive' } satisfies Words<typeof MqttAdmin>,
    template: {
      Multiple: 'Multiple',
      Single: 'Single',
      Ultrasonic: 'Ultrasonic',
    } satisfies Words<typeof Template>,
    limitRefresh: {
      Daily: 'Daily',
      Weekly: 'Weekly',
      Monthly: 'Monthly',
    } satisfies Words<typeof LimitRefresh>,
    applicationType: {
      Fill: 'Fill',
      Overflow: 'Overflow',
    } satisfies Words<typeof DeviceMetaData.shape.applicationType>,
    /** The value of a tank. */
    tankValueType: {
      First: 'First',
      Average: 'Average',
    } satisfies Words<typeof DeviceMetaData.shape.valueType>,
  },
} as const;
