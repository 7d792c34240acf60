import type { ManagerKey } from './people.ts';
import { type Drawing, drawPlan } from './plan-drawing.ts';

export type FloorKey = 'lyonGround' | 'lyonPlant' | 'bristolPumps';

export interface DemoFloor {
  floorName: string;
  drawing: Drawing;
}

export interface DemoBuilding {
  buildingName: string;
  manager: ManagerKey;
  lat: number;
  lng: number;
  floors: Partial<Record<FloorKey, DemoFloor>>;
}

/** The ids of an existing floor and its building. */
export interface MadeFloor {
  buildingId: string;
  floorId: string;
}

const GROUND: Drawing = {
  rooms: [
    { name: 'Cold room 1', kind: 'cold', x: 0, y: 0, width: 330, height: 330, door: 'bottom' },
    { name: 'Cold room 3', kind: 'cold', x: 330, y: 0, width: 330, height: 330, door: 'bottom' },
    { name: 'Freezer A', kind: 'frozen', x: 660, y: 0, width: 340, height: 330, door: 'bottom' },
    { name: 'Packing', kind: 'room', x: 0, y: 330, width: 660, height: 270, door: 'right' },
    { name: 'Loading dock', kind: 'room', x: 660, y: 330, width: 340, height: 270, door: 'bottom' },
  ],
  machines: [],
};

const PLANT: Drawing = {
  rooms: [
    { name: 'Compressors', kind: 'room', x: 0, y: 0, width: 620, height: 600, door: 'right' },
    { name: 'Switch room', kind: 'room', x: 620, y: 0, width: 380, height: 260, door: 'bottom' },
    { name: 'Spare parts', kind: 'room', x: 620, y: 260, width: 380, height: 340, door: 'left' },
  ],
  machines: [
    { shape: 'block', x: 90, y: 150, width: 180, height: 110 },
    { shape: 'block', x: 350, y: 150, width: 180, height: 110 },
    { shape: 'block', x: 90, y: 380, width: 180, height: 110 },
  ],
};

const PUMPS: Drawing = {
  rooms: [
    { name: 'Pump hall', kind: 'room', x: 0, y: 0, width: 560, height: 600, door: 'right' },
    { name: 'Day tank', kind: 'water', x: 560, y: 0, width: 440, height: 340, door: 'bottom' },
    { name: 'Laboratory', kind: 'room', x: 560, y: 340, width: 440, height: 260, door: 'left' },
  ],
  machines: [
    { shape: 'block', x: 80, y: 140, width: 150, height: 90 },
    { shape: 'block', x: 80, y: 300, width: 150, height: 90 },
    { shape: 'block', x: 80, y: 460, width: 150, height: 90 },
    { shape: 'tank', x: 640, y: 90, width: 280, height: 130 },
  ],
};

export const BUILDINGS: DemoBuilding[] = [
  {
    buildingName: 'Demo Lyon cold store',
    manager: 'coldChain',
    lat: 45.7314,
    lng: 4.8345,
    floors: {
      lyonGround: { floorName: 'Ground floor', drawing: GROUND },
      lyonPlant: { floorName: 'Plant room', drawing: PLANT },
    },
  },
  {
    buildingName: 'Demo Bristol waterworks',
    manager: 'waterWorks',
    lat: 51.4823,
    lng: -2.5921,
    floors: { bristolPumps: { floorName: 'Pump house', drawing: PUMPS } },
  },
];

/** The file of a floor's plan. */
export const planOf = ({ drawing }: DemoFloor): File =>
  new File([drawPlan(drawing)], 'plan.svg', { type: 'image/svg+xml' });
