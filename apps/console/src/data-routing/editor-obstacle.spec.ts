import { describe, expect, it } from '@jest/globals';
import { obstacleTo } from './editor-obstacle.ts';

const TELEMON = { origin: 'https://telemon.example.com', protocol: 'https:' };

describe('a flow editor', () => {
  it('on a site of its own has no obstacle', () => {
    expect(obstacleTo('https://flows.example.com/red/', TELEMON)).toBeNull();
    expect(obstacleTo('https://telemon.example.com:1880/', TELEMON)).toBeNull();
    const overHttp = { origin: 'http://localhost:8080', protocol: 'http:' };
    expect(obstacleTo('http://localhost:1880/', overHttp)).toBeNull();
  });

  it('on the site of Telemon is not framed, as it could read the session', () => {
    expect(obstacleTo('https://telemon.example.com/red/', TELEMON)).toBe('sameSite');
    expect(obstacleTo('HTTPS://TELEMON.example.com:443/red/', TELEMON)).toBe('sameSite');
  });

  it('over HTTP is not framed in a page over HTTPS', () => {
    expect(obstacleTo('http://flows.example.com/', TELEMON)).toBe('notEncrypted');
  });
});
