import { beforeAll } from '@jest/globals';
import type { User } from '@telemon/contracts/auth/users';
import type { Device } from '@telemon/contracts/devices/devices';
import type { SensorType } from '@telemon/contracts/devices/sensor-types';
import { until } from '@telemon/testing/waiting';
import type { Page } from 'playwright-core';
import { type Story, type Steps, consoleStory } from './console-story.ts';

const PASSWORD = 'a password of theirs';

interface DeviceStory extends Story {
  admin: Steps;
  /** The page of the admin. */
  page: Page;
  /** A manager with the sensor type `temperature`. */
  maud: User;
  /** A manager with the sensor type Humidity. */
  mila: User;
  temperature: SensorType;
}

/** The set-up of stories about devices: two managers, and an admin who has signed in. */
export const deviceStory = () => {
  const story = consoleStory() as DeviceStory;

  beforeAll(async () => {
    const { make, product } = story.installation;
    story.maud = await make.manager({ name: 'Maud Manager', password: PASSWORD });
    story.mila = await make.manager({ name: 'Mila Manager', password: PASSWORD });
    story.temperature = await make.sensorType(story.maud.id, 'Temperature');
    await make.sensorType(story.mila.id, 'Humidity');
    const { adminEmail, adminPassword } = product.addresses;
    story.admin = await story.signedIn(adminEmail, adminPassword);
    story.page = story.admin.page;
  });

  const form = () => story.admin.dialog();
  return {
    story,
    form,
    choose: async (label: string, option: string) => {
      await form().getByLabel(label, { exact: true }).click();
      await story.page.getByRole('option', { name: option, exact: true }).click();
    },
    /** Waits until the form has chosen an option by itself. */
    isChosen: (label: string, option: string) =>
      until(async () => (await form().getByLabel(label, { exact: true }).inputValue()) === option, {
        what: `${option} in ${label}`,
      }),
    /** Waits until the form shows a text `times` times. */
    shows: (text: string, times: number) =>
      until(async () => (await form().getByText(text, { exact: true }).count()) === times, {
        what: `${times} times ${text}`,
      }),
    deviceOf: async (name: string): Promise<Device> => {
      const { deviceData } = await story.installation.api.get<{ deviceData: Device }>(`/device/${name}`);
      return deviceData;
    },
  };
};
