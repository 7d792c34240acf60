// The product's own code that bare shares, so that the comparison is about what Telemon does beyond it: how MQTT's bytes are read
// and acknowledged, how messages become Kafka's bytes and back, a reading's id, and a batch's one insert. As it is built, because tools run without a build step.
export { brokerAddresses } from '@telemon/platform/kafka/broker-addresses';
export { pauseAfterBatch } from '@telemon/platform/kafka/batch-pause';
export { patchFetchDecoding } from '@telemon/platform/kafka/fetch-decoding';
export { patchIdleConnections } from '@telemon/platform/kafka/idle-connections';
export { groupedInLinearTime, partitioner } from '@telemon/platform/kafka/partitions';
export { patchProduceEncoding } from '@telemon/platform/kafka/produce-encoding';
export { writeUnlessTaken } from '@telemon/platform/mongo-outcome';
export { readingId } from '../../../../../apps/devices/dist/stored-readings/reading-id.js';
export { FrameReader, PACKET } from '../../../../../apps/mqtt-bridge/dist/endpoint/frame-reader.js';
export {
  ACKNOWLEDGEMENT,
  PINGRESP,
  writeAcknowledgements,
} from '../../../../../apps/mqtt-bridge/dist/endpoint/packets.js';
export { readPublish } from '../../../../../apps/mqtt-bridge/dist/endpoint/publish-packet.js';
