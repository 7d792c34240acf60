import type { PlantedFault } from './planted-fault.ts';

export const EDGE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'the bridge acknowledges a message that Kafka never took',
    file: 'apps/mqtt-bridge/src/endpoint/in-flight.ts',
    right: "this.refusal = outcome === 'stored' ? null : REASONS.notStored;",
    wrong: 'this.refusal = null;',
    specs: ['apps/mqtt-bridge/src/endpoint/'],
  },
  {
    name: 'the bridge acknowledges a message before Kafka has it',
    file: 'apps/mqtt-bridge/src/endpoint/in-flight.ts',
    right: '    if (qos === 2) (this.unreleased ??= new Set()).add(packetId);\n    return publication;',
    wrong:
      '    if (qos === 2) (this.unreleased ??= new Set()).add(packetId);\n    publication.refusal = null; this.answer();\n    return publication;',
    specs: ['apps/mqtt-bridge/src/endpoint/'],
  },
  {
    name: 'a # of a blocked topic does not stand for the level above it',
    file: 'apps/mqtt-bridge/src/blocked-topics/topic-filters.ts',
    right: 'reached.some((level) => level.isEnd || endsInRest(level))',
    wrong: 'reached.some((level) => level.isEnd)',
    specs: ['apps/mqtt-bridge/src/blocked-topics/topic-filters'],
  },
  {
    name: 'a leading wildcard of a blocked topic stands for names that begin with $',
    file: 'apps/mqtt-bridge/src/blocked-topics/topic-filters.ts',
    right: "!topic.startsWith('$')",
    wrong: 'true',
    specs: ['apps/mqtt-bridge/src/blocked-topics/topic-filters'],
  },
  {
    name: 'a verdict about a blocked topic is kept although the topics have changed',
    file: 'apps/mqtt-bridge/src/endpoint/lanes.ts',
    right: 'if (lane.verdict.changes !== changes) {',
    wrong: 'if (lane.verdict.changes === 0 && changes !== 0) {',
    specs: ['apps/mqtt-bridge/src/endpoint/blocked-messages'],
  },
  {
    name: 'a revoked login stays connected',
    file: 'apps/mqtt-bridge/src/credentials/credentials.ts',
    right: 'return newest.version > version && newest.login?.passwordSha256 !== passwordSha256;',
    wrong: 'return false;',
    specs: ['apps/mqtt-bridge/src/'],
  },
  {
    name: 'an answer that a fact has overtaken is used again',
    file: 'libs/edge/src/look-ups.ts',
    right: 'this.answers.delete(deviceName);\n    this.underWay.delete(deviceName);',
    wrong: '',
    specs: ['libs/edge/'],
  },
  {
    name: 'a bucket gives one token more than it holds',
    file: 'libs/edge/src/token-bucket.ts',
    right: 'return this.tokens >= Math.min(tokens, this.rate.burst);',
    wrong: 'return this.tokens > Math.min(tokens, this.rate.burst) - 1;',
    specs: ['libs/edge/'],
  },
  {
    name: 'a message that costs more than the bucket holds leaves no debt',
    file: 'libs/edge/src/token-bucket.ts',
    right: 'this.tokens -= tokens;',
    wrong: 'this.tokens -= Math.min(tokens, this.tokens);',
    specs: ['libs/edge/'],
  },
  {
    name: 'a large message of readings costs as little as a small one',
    file: 'apps/mqtt-bridge/src/endpoint/mqtt-session.ts',
    right: 'const tokens = lane.tokensFor(sizeOf(frames));',
    wrong: 'const tokens = 1;',
    specs: ['apps/mqtt-bridge/src/endpoint/back-pressure.spec.ts'],
  },
  {
    name: 'a large datagram costs as little as a small one',
    file: 'apps/udp-router/src/endpoint/udp-endpoint.ts',
    right: 'rate.take(now, tokensFor(bytes))',
    wrong: 'rate.take(now)',
    specs: ['apps/udp-router/src/endpoint/udp-endpoint.spec.ts'],
  },
  {
    name: 'datagrams beyond the rate of a device are accepted',
    file: 'apps/udp-router/src/endpoint/udp-endpoint.ts',
    right: "if (!this.isWithinRate(deviceName, payload.length)) return this.drop('rate', datagram);",
    wrong: '',
    specs: ['apps/udp-router/'],
  },
];
