import type { DashboardDevice, MapBuilding } from '@telemon/contracts/devices/dashboards';

interface Count {
  devices: number;
  firing: number;
}

/** How many devices stand in each building, and how many of them have a firing alert. */
export class BuildingCounts {
  private readonly within = new Map<string, Count>();

  add(devices: readonly Pick<DashboardDevice, 'floorData' | 'status'>[]): void {
    for (const { floorData, status } of devices) {
      if (!floorData) continue;
      const count = this.within.get(floorData.buildingId) ?? { devices: 0, firing: 0 };
      count.devices += 1;
      count.firing += status;
      this.within.set(floorData.buildingId, count);
    }
  }

  of(buildings: readonly Omit<MapBuilding, 'devices' | 'firing' | 'status'>[]): MapBuilding[] {
    return buildings.map((building) => {
      const { devices, firing } = this.within.get(building.buildingId) ?? { devices: 0, firing: 0 };
      return { ...building, devices, firing, status: firing > 0 ? 1 : 0 };
    });
  }
}
