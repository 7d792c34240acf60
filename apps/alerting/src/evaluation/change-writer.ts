import { Injectable } from '@nestjs/common';
import type { Change } from './change.ts';
import { FiringService } from './firing.service.ts';
import { RecordingService } from './recording.service.ts';
import type { AlertRule, EventRule } from './rule.ts';
import type { SilenceWatch } from './silence-watch.ts';

/** Rules updated in one transaction. */
const CHANGES_AT_ONCE = 250;

const isOfAlert = (change: Change): change is Change<AlertRule> => change.rule.kind === 'alert';
const isOfSilence = (change: Change): change is Change<SilenceWatch> => change.rule.kind === 'silence';
const isOfEvent = (change: Change): change is Change<EventRule> => change.rule.kind === 'event';

/** Writes changes; changes of alerts and silences first, because people wait for the notices. */
@Injectable()
export class ChangeWriter {
  constructor(
    private readonly firing: FiringService,
    private readonly recording: RecordingService,
  ) {}

  /** @throws RevisionConflict; then the changes from that transaction on are not written. */
  async write(changes: Change[]): Promise<void> {
    for (const some of piecesOf(changes.filter(isOfAlert))) await this.firing.write({ alerts: some });
    for (const some of piecesOf(changes.filter(isOfSilence))) await this.firing.write({ silences: some });
    for (const some of piecesOf(changes.filter(isOfEvent))) await this.recording.write(some);
  }
}

const piecesOf = <Item>(items: Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / CHANGES_AT_ONCE) }, (_, piece) =>
    items.slice(piece * CHANGES_AT_ONCE, (piece + 1) * CHANGES_AT_ONCE),
  );
