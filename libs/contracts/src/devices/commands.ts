import { z } from 'zod';
import { call } from '../call.ts';
import { DeviceName, Id } from '../fields.ts';

/** Longest text of a command. */
export const LONGEST_COMMAND = 1_000;
/** Most commands of a device that are kept. A further one takes the place of the oldest delivered one. */
export const MOST_COMMANDS = 100;

const Text = z
  .string()
  .max(LONGEST_COMMAND)
  .refine((text) => text.trim() !== '', 'This field is required');

/** The device gets the text as it was typed, spaces at the ends included. */
export const NewCommand = z.strictObject({ deviceName: DeviceName.or(z.string().max(64)), command: Text });
export type NewCommand = z.infer<typeof NewCommand>;

/** A command is pending until its device has acknowledged it. */
export const Command = z.object({
  id: z.string(),
  command: z.string(),
  deviceName: z.string(),
  createdAt: z.string(),
  state: z.enum(['pending', 'delivered']),
  /** null while it is pending. */
  deliveredAt: z.string().nullable(),
  /** Whether the command is pending, and larger than the largest packet that its device took when it was last connected. */
  isTooLarge: z.boolean(),
});
export type Command = z.infer<typeof Command>;

/** The payload of a command on its way to the device. */
export const SentCommand = z.object({ id: z.string(), command: z.string() });
export type SentCommand = z.infer<typeof SentCommand>;

/** Most commands in one message of the MQTT endpoint about some. */
const COMMANDS_PER_MESSAGE = 500;

export const commands = {
  create: call('devices.commands.create', NewCommand, Command),
  /** Withdraws a pending command; a delivered one only leaves the list. */
  remove: call('devices.commands.remove', z.strictObject({ id: Id }), z.null()),
  /**
   * For the MQTT endpoint alone: devices have acknowledged these commands at this time, epoch milliseconds. Repeated ones, and those
   * that are deleted, change nothing.
   */
  delivered: call(
    'devices.commands.delivered',
    z.strictObject({
      delivered: z
        .array(z.strictObject({ id: Id, at: z.int() }))
        .min(1)
        .max(COMMANDS_PER_MESSAGE),
    }),
    z.null(),
  ),
  /** For the MQTT endpoint alone: the devices take no packets as large as these commands. */
  tooLarge: call(
    'devices.commands.too-large',
    z.strictObject({ ids: z.array(Id).min(1).max(COMMANDS_PER_MESSAGE) }),
    z.null(),
  ),
};
