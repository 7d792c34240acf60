import { expect, it } from '@jest/globals';
import { addressFrom, datagramLine, publishLine } from './publish-line.ts';

it('replaces localhost by the host of the page', () => {
  expect(addressFrom('localhost:1884', '192.168.1.20')).toEqual({ host: '192.168.1.20', port: '1884' });
  expect(addressFrom('mqtt.example.com:1884', '192.168.1.20')).toEqual({
    host: 'mqtt.example.com',
    port: '1884',
  });
  expect(addressFrom('', 'telemon.example.com')).toEqual({ host: 'telemon.example.com', port: '1883' });
});

it('writes a command line for MQTT', () => {
  const line = publishLine({ username: 'tank-1', password: 'a_b-C' }, { host: 'localhost', port: '1883' });
  expect(line).toBe(
    'mosquitto_pub -h localhost -p 1883 -u tank-1 -P a_b-C -q 1 -t devices/tank-1/telemetry -m \'{"TC1":12.5,"BATTERY":3.7}\'',
  );
});

it('writes a command line for UDP by the shell itself', () => {
  const address = { host: 'localhost', port: '7000' };
  expect(datagramLine('tank-1', address, 'bash')).toBe(
    `bash -c "echo 'tank-1,TC1=12.5,BATTERY=3.7' > /dev/udp/localhost/7000"`,
  );
  expect(datagramLine('tank-1', address, 'powershell')).toContain("'localhost', 7000)");
});
