import { Controller } from '@nestjs/common';
import { dashboards } from '@telemon/contracts/devices/dashboards';
import { deviceReports } from '@telemon/contracts/devices/device-reports';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { DeviceDashboardService } from './device-dashboard.service.ts';
import { DeviceReportsService } from './device-reports.service.ts';
import { ExportsService } from './exports.service.ts';
import { HomeService } from './home.service.ts';

@Controller()
export class DashboardsHandler {
  constructor(
    private readonly homes: HomeService,
    private readonly service: DeviceDashboardService,
    private readonly exports: ExportsService,
    private readonly reports: DeviceReportsService,
  ) {}

  @Answers(dashboards.home)
  async home({ actor }: Asked<typeof dashboards.home>) {
    return this.homes.home(actor);
  }

  @Answers(dashboards.filtered)
  async filtered({ actor, request }: Asked<typeof dashboards.filtered>) {
    return this.homes.filtered(actor, request);
  }

  @Answers(dashboards.device)
  async device({ actor, request }: Asked<typeof dashboards.device>) {
    return this.service.dashboard(actor, request);
  }

  @Answers(dashboards.graph)
  async graph({ actor, request }: Asked<typeof dashboards.graph>) {
    return this.service.graph(actor, request);
  }

  @Answers(dashboards.sensorLog)
  async sensorLog({ actor, request }: Asked<typeof dashboards.sensorLog>) {
    return this.service.sensorLog(actor, request);
  }

  @Answers(dashboards.exportLog)
  async *exportLog({ actor, request }: Asked<typeof dashboards.exportLog>) {
    yield* await this.exports.log(actor, request);
  }

  @Answers(dashboards.exportFile)
  async exportFile({ actor, request, inbox }: Asked<typeof dashboards.exportFile>) {
    return this.exports.file(actor, request, inbox);
  }

  @Answers(deviceReports.log)
  async reportLog({ actor, request, inbox }: Asked<typeof deviceReports.log>) {
    return this.reports.log(actor, request, inbox);
  }

  @Answers(deviceReports.file)
  async reportFile({ actor, request, inbox }: Asked<typeof deviceReports.file>) {
    return this.reports.file(actor, request, inbox);
  }

  @Answers(dashboards.info)
  async info({ actor, request }: Asked<typeof dashboards.info>) {
    return this.service.info(actor, request.deviceName);
  }

  @Answers(dashboards.sensorOptions)
  async sensorOptions({ actor, request }: Asked<typeof dashboards.sensorOptions>) {
    return this.service.sensorOptions(actor, request.deviceName);
  }
}
