export interface InstallationOptions {
  /** Variables of `npm start`. */
  readonly env?: Readonly<Record<string, string>>;
  /** The services reach their servers through links that can be cut. */
  readonly throughLinks?: boolean;
  /** MongoDB and Kafka keep their data on disks that can be filled. */
  readonly smallDisks?: boolean;
  /** Members of MongoDB's replica set; with three, no links and small disks. */
  readonly databaseMembers?: 1 | 3;
  /** The launcher starts the servers, as it does for users, and restarts them when they end. */
  readonly launcherServers?: boolean;
  /** Its processes have a clock of their own, which can be set. */
  readonly ownClock?: boolean;
}
