import { describe, expect, it } from '@jest/globals';
import { faultOfPasted, newRule } from './udp-rule-values.ts';

const faultOf = (...lines: string[]) =>
  faultOfPasted({ ...newRule('tank1'), tlsEnabled: true, certificate: { list: lines.join('\n') } });

describe('the fault of pasted certificates', () => {
  it('names the line of the field, which may have blank lines before', () => {
    expect(faultOf('', '  ', '-----BEGIN CERTIFICATE-----', '', 'not base64!')).toEqual({
      'certificate.list': 'Line 5 is no line of a certificate',
    });
    expect(faultOf('', '-----BEGIN CERTIFICATE-----', 'c2FtcGxl', '')).toEqual({
      'certificate.list': 'After line 3, -----END CERTIFICATE----- is missing',
    });
  });

  it('is that they are missing, where the field has blank lines alone', () => {
    expect(faultOf('', ' ')).toEqual({ 'certificate.list': 'certificate is a required field' });
  });
});
