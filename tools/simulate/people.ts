export type ManagerKey = 'coldChain' | 'waterWorks';

interface DemoManager {
  name: string;
  email: string;
  contact: string;
  companyName: string;
  locationName: string;
}

/** Numbers that both countries reserve for fiction, and that Twilio's test credentials accept. */
export const LYON_DUTY_PHONE = '+33639980112';
export const BRISTOL_CONTROL_ROOM = '+447700900117';

export const MANAGERS: Record<ManagerKey, DemoManager> = {
  coldChain: {
    name: 'Demo Claire Fontaine',
    email: 'claire.fontaine@example.com',
    contact: '+33639980131',
    companyName: 'Demo Cold Chain',
    locationName: 'Lyon',
  },
  waterWorks: {
    name: 'Demo Owen Brooks',
    email: 'owen.brooks@example.com',
    contact: '+447700900131',
    companyName: 'Demo Water Works',
    locationName: 'Bristol',
  },
};

export type AssistantKey = 'nightShift' | 'pumpAttendant';

interface DemoAssistant {
  manager: ManagerKey;
  name: string;
  email: string;
  contact: string;
  /** Names of the assigned devices. */
  devices: string[];
}

export const ASSISTANTS: Record<AssistantKey, DemoAssistant> = {
  nightShift: {
    manager: 'coldChain',
    name: 'Demo Ana Silva',
    email: 'ana.silva@example.com',
    contact: '+33639980164',
    devices: ['demo-cold-1', 'demo-cold-2', 'demo-freezer-a', 'demo-freezer-b'],
  },
  pumpAttendant: {
    manager: 'waterWorks',
    name: 'Demo Tom Reed',
    email: 'tom.reed@example.com',
    contact: '+447700900164',
    devices: ['demo-pump-1', 'demo-pump-2', 'demo-pump-3', 'demo-tank-day'],
  },
};
