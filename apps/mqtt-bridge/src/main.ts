import { readConfig } from '@telemon/platform/config';
import { runService } from '@telemon/platform/service';
import { MqttBridgeVariables } from './config.ts';
import { MqttBridgeModule } from './mqtt-bridge.module.ts';

await runService({ app: 'mqtt-bridge', config: readConfig(MqttBridgeVariables), module: MqttBridgeModule });
