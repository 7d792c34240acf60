import { brokerAddresses } from '@telemon/platform/kafka/broker-addresses';
import { servers } from './servers.ts';
import { TcpProxy } from './tcp-proxy.ts';

/**
 * A proxy in front of the test servers' Kafka. A broker announces its own address to clients, which would then bypass the proxy,
 * so the proxy replaces the port.
 */
export async function proxyBeforeKafka(): Promise<{ proxy: TcpProxy; brokers: string[] }> {
  const { kafkaBrokers } = servers();
  const [host, port] = brokerAddresses([kafkaBrokers]).brokers[0]!.split(':') as [string, string];
  const proxy = await TcpProxy.to(Number(port));
  const named = Buffer.concat([Buffer.from(host), int32(Number(port))]);
  proxy.beforePassing = (bytes, from) => {
    if (from === 'client') return;
    for (let at = bytes.indexOf(named); at >= 0; at = bytes.indexOf(named, at + 1)) {
      bytes.writeInt32BE(proxy.port, at + host.length);
    }
  };
  return { proxy, brokers: [kafkaBrokers.replace(/\d+$/, String(proxy.port))] };
}

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
