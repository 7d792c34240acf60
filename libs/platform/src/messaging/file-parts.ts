/**
 * How a file of unknown length travels over NATS. The service sends its parts, one request each, to an inbox of the receiver, who
 * answers a part once it is taken. Besides, the service asks regularly whether the receiver is still there.
 */

/** A part stays well below the megabyte that NATS takes by default. */
export const PART_BYTES = 262_144;
/** How many parts wait for an answer at once: they are all that is in memory of a file whose reader is slow. */
export const MOST_UNANSWERED = 4;
/** How often the service asks whether the receiver is there, and sends a part that isn't full, ms. */
export const ALIVE_EVERY_MS = 1_000;
/** After so long without a word, each side takes the other for dead, ms. */
export const SILENT_MS = 10_000;

/** NATS header of a message to the inbox: its kind, and for a part its number. */
export const KIND = 'Telemon-File';
export type Kind = `part ${number}` | `end ${number}` | 'broken' | 'alive';

export const GO_ON = 'go on';
export const STOP = 'stop';
