import { Injectable } from '@nestjs/common';
import type { LivePlace } from '@telemon/contracts/gateway/live';
import { LIVE_SUBJECTS } from '@telemon/contracts/topics';
import { Live } from '@telemon/platform/messaging/live';

/** Publishes changes of buildings and floors to open pages. */
@Injectable()
export class LivePlaces {
  constructor(private readonly live: Live) {}

  /** @param assistantIds The assistants who see the place because a device of theirs stands there. */
  show(
    change: LivePlace['change'],
    { place, id, managerId }: Pick<LivePlace, 'place' | 'id'> & { managerId: string },
    assistantIds: string[] = [],
  ): void {
    if (!this.live.isLookedAt) return;
    const update: LivePlace = { audience: { managerId, assistantIds }, place, id, change };
    this.live.publish(LIVE_SUBJECTS.places, update);
  }
}
