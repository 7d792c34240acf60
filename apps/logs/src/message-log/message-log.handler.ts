import { Controller } from '@nestjs/common';
import { mqttLog, udpLog } from '@telemon/contracts/logs/message-logs';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { MessageLogService } from './message-log.service.ts';

@Controller()
export class MessageLogHandler {
  constructor(private readonly service: MessageLogService) {}

  @Answers(mqttLog.list)
  async mqttPage({ actor, request }: Asked<typeof mqttLog.list>) {
    const { rows, ...page } = await this.service.page('mqtt', actor, request);
    return { mqttLogs: rows, ...page };
  }

  @Answers(mqttLog.remove)
  async removeMqtt({ actor }: Asked<typeof mqttLog.remove>) {
    return this.service.remove('mqtt', actor);
  }

  @Answers(udpLog.list)
  async udpPage({ actor, request }: Asked<typeof udpLog.list>) {
    const { rows, ...page } = await this.service.page('udp', actor, request);
    const udpLogs = rows.map(({ data, host = '', port = null, ...row }) => ({
      ...row,
      deviceId: row.deviceName,
      host,
      port,
      message: data,
    }));
    return { udpLogs, ...page };
  }

  @Answers(udpLog.remove)
  async removeUdp({ actor }: Asked<typeof udpLog.remove>) {
    return this.service.remove('udp', actor);
  }
}
