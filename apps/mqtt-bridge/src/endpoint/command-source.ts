import type { SentCommand } from '@telemon/contracts/devices/commands';

/** The device that commands are for; another device that has its name later has another key. */
export interface CommandReceiver {
  readonly deviceName: string;
  readonly deviceKey: number;
}

/** The commands that wait for devices. */
export interface CommandSource {
  /** Resolves once it is known which of the device's commands it has acknowledged over earlier connections. */
  recall(device: CommandReceiver): Promise<void>;
  /** The commands that the device has not acknowledged, the oldest first. */
  pendingFor(device: CommandReceiver): readonly SentCommand[];
  /** The device has acknowledged a command. */
  acknowledged(device: CommandReceiver, id: string): void;
  /** A command is larger than the largest packet that the device takes over its connection. */
  tooLarge(id: string): void;
}
