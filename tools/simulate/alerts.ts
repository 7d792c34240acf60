import type { NewAlert } from '@telemon/contracts/alerting/alerts';
import { BRISTOL_CONTROL_ROOM, LYON_DUTY_PHONE } from './people.ts';

export type DemoAlert = Pick<NewAlert, 'deviceName' | 'sensorId' | 'alertType' | 'message'> & {
  setPoint: number;
  contact?: string;
  email?: string;
};

/** In the order of their devices' incidents in the live fleet. */
export const ALERTS: DemoAlert[] = [
  {
    deviceName: 'demo-cold-2',
    sensorId: 1,
    alertType: 'Above',
    setPoint: 8,
    contact: LYON_DUTY_PHONE,
    email: 'duty.manager@example.com',
    message: '$name is at $data °C, above $setpoint °C ($timestamp). Please check the door.',
  },
  {
    deviceName: 'demo-pump-3',
    sensorId: 1,
    alertType: 'Below',
    setPoint: 2,
    contact: BRISTOL_CONTROL_ROOM,
    email: 'control.room@example.com',
    message: '$name: pressure is $data bar, below $setpoint bar ($timestamp).',
  },
  {
    deviceName: 'demo-compr-1',
    sensorId: 1,
    alertType: 'Above',
    setPoint: 85,
    contact: LYON_DUTY_PHONE,
    message: '$name runs hot: $data °C, $delta above $setpoint °C.',
  },
  {
    deviceName: 'demo-tank-north',
    sensorId: 1,
    alertType: 'Below',
    setPoint: 100,
    contact: BRISTOL_CONTROL_ROOM,
    email: 'control.room@example.com',
    message: '$name is nearly empty: $data cm ($timestamp).',
  },
  {
    deviceName: 'demo-cold-3',
    sensorId: 1,
    alertType: 'Above',
    setPoint: 8,
    email: 'duty.manager@example.com',
    message: '$name is at $data °C, above $setpoint °C ($timestamp).',
  },
  {
    deviceName: 'demo-quality',
    sensorId: 1,
    alertType: 'Above',
    setPoint: 4,
    email: 'laboratory@example.com',
    message: '$name: turbidity $data NTU, the limit is $setpoint NTU.',
  },
  {
    deviceName: 'demo-overflow',
    sensorId: 1,
    alertType: 'Above',
    setPoint: 450,
    contact: BRISTOL_CONTROL_ROOM,
    email: 'control.room@example.com',
    message: '$name: $data cm, the edge is at 550 cm ($timestamp).',
  },
];
