import { Controller } from '@nestjs/common';
import { traces } from '@telemon/contracts/logs/traces';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { TracesService } from './traces.service.ts';

@Controller()
export class TracesHandler {
  constructor(private readonly service: TracesService) {}

  @Answers(traces.ofMqtt)
  async ofMqtt({ actor, request }: Asked<typeof traces.ofMqtt>) {
    return this.service.ofRow(actor, 'mqtt', request.id);
  }

  @Answers(traces.ofUdp)
  async ofUdp({ actor, request }: Asked<typeof traces.ofUdp>) {
    return this.service.ofRow(actor, 'udp', request.id);
  }

  @Answers(traces.ofEntry)
  async ofEntry({ actor, request }: Asked<typeof traces.ofEntry>) {
    return this.service.ofEntry(actor, request.id);
  }
}
