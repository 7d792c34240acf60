import { Counter, Gauge } from '@telemon/platform/metrics';

/** Why a QoS 0 message was not taken. */
export type MqttDropReason = 'rate' | 'buffer-full';
/** `blocked`: acknowledged or refused, and not stored, because its topic is blocked. */
type MessageOutcome = 'stored' | 'dropped' | 'refused' | 'blocked';
type CommandOutcome = 'sent' | 'acknowledged';

/** Counts the traffic, cheaply; the metrics are computed from it on each scrape. */
export class Traffic {
  private readonly messages: Record<MessageOutcome, [number, number, number]> = {
    stored: [0, 0, 0],
    dropped: [0, 0, 0],
    refused: [0, 0, 0],
    blocked: [0, 0, 0],
  };
  private readonly drops: Record<MqttDropReason, number> = { rate: 0, 'buffer-full': 0 };
  private readonly commands: Record<CommandOutcome, number> = { sent: 0, acknowledged: 0 };
  private readonly signIns = new Map<string, number>();
  private readonly ends = new Map<string, number>();
  private bytes = 0;
  /** How often a device's packets had to wait because it was beyond its rate. */
  slowed = 0;

  countMessage(outcome: MessageOutcome, qos: 0 | 1 | 2): void {
    this.messages[outcome][qos]++;
  }

  countDrop(reason: MqttDropReason): void {
    this.drops[reason]++;
    this.countMessage('dropped', 0);
  }

  countCommand(outcome: CommandOutcome): void {
    this.commands[outcome]++;
  }

  countBytes(bytes: number): void {
    this.bytes += bytes;
  }

  /** @param outcome 'accepted' or the name of a reason. */
  countSignIn(outcome: string): void {
    this.signIns.set(outcome, (this.signIns.get(outcome) ?? 0) + 1);
  }

  /** @param reason 'disconnect' (by the device), 'lost', or the name of a reason. */
  countEnd(reason: string): void {
    this.ends.set(reason, (this.ends.get(reason) ?? 0) + 1);
  }

  get bytesReceived(): number {
    return this.bytes;
  }

  messagesOf(outcome: MessageOutcome): number {
    return this.messages[outcome].reduce((sum, count) => sum + count, 0);
  }

  dropsOf(reason: MqttDropReason): number {
    return this.drops[reason];
  }

  commandsOf(outcome: CommandOutcome): number {
    return this.commands[outcome];
  }

  signInsOf(outcome: string): number {
    return this.signIns.get(outcome) ?? 0;
  }

  endsOf(reason: string): number {
    return this.ends.get(reason) ?? 0;
  }

  /** Registers the metrics. Called once per process. */
  expose(connections: () => { open: number; signedIn: number; halfClosed: number }): void {
    const { messages, drops, commands, signIns, ends } = this;
    const bytes = () => this.bytes;
    const slowed = () => this.slowed;
    new Gauge({
      name: 'telemon_mqtt_connections',
      help: 'Connections, signed in and not yet signed in',
      labelNames: ['state'],
      collect() {
        const { open, signedIn } = connections();
        this.set({ state: 'signed-in' }, signedIn);
        this.set({ state: 'signing-in' }, open - signedIn);
      },
    });
    new Gauge({
      name: 'telemon_mqtt_half_closed_connections',
      help: 'Half-closed connections that wait for acknowledgements',
      collect() {
        this.set(connections().halfClosed);
      },
    });
    counter('telemon_mqtt_messages_total', 'Messages of devices, by QoS and outcome', (set) => {
      for (const [outcome, counts] of Object.entries(messages)) {
        for (const [qos, count] of counts.entries()) set({ qos, outcome }, count);
      }
    });
    counter('telemon_mqtt_drops_total', 'QoS 0 messages that were not taken, by reason', (set) => {
      for (const [reason, count] of Object.entries(drops)) set({ reason }, count);
    });
    counter(
      'telemon_mqtt_commands_total',
      'Commands to devices: sent, also repeatedly; acknowledged',
      (set) => {
        for (const [outcome, count] of Object.entries(commands)) set({ outcome }, count);
      },
    );
    counter('telemon_mqtt_sign_ins_total', 'Sign-ins, by outcome', (set) => {
      for (const [outcome, count] of signIns) set({ outcome }, count);
    });
    counter('telemon_mqtt_ended_connections_total', 'Ended connections, by reason', (set) => {
      for (const [reason, count] of ends) set({ reason }, count);
    });
    counter('telemon_mqtt_received_bytes_total', 'Bytes received', (set) => set({}, bytes()));
    counter('telemon_mqtt_slowed_total', 'Times that a device was throttled', (set) => set({}, slowed()));
  }
}

type Labels = Record<string, string | number>;

/** A counter that reads its values on each scrape. */
const counter = (
  name: string,
  help: string,
  values: (set: (labels: Labels, value: number) => void) => void,
) =>
  new Counter({
    name,
    help,
    labelNames: ['qos', 'outcome', 'reason'],
    collect() {
      this.reset();
      values((labels, value) => this.inc(labels, value));
    },
  });
