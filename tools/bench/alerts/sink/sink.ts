// The recipients of alerts, a process of their own: a provider of SMS and an MQTT broker that note when each message came.
import { now } from '../../durations.ts';
import { answerParent } from '../../forked-program.ts';
import { listenForMqtt } from './mqtt-target.ts';
import type { SinkChannel, SinkDone, SinkRequest, SunkMessage } from './sink-messages.ts';
import { listenForSms } from './sms-provider.ts';

let messages: SunkMessage[] = [];

const note = (channel: SinkChannel, words: string): void => {
  messages.push({ channel, text: words.split('\n')[0]!, at: now() });
};

async function answer({ kind }: SinkRequest): Promise<SinkDone> {
  switch (kind) {
    case 'open':
      return {
        ports: {
          sms: await listenForSms((body) => note('sms', body)),
          mqtt: await listenForMqtt((payload) =>
            note('mqtt', (JSON.parse(payload) as { message: string }).message),
          ),
        },
      };
    case 'count':
      return { count: messages.length };
    case 'take': {
      const taken = messages;
      messages = [];
      return { messages: taken };
    }
  }
}

answerParent(answer);
