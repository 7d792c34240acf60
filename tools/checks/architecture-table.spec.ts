import { describe, expect, it } from '@jest/globals';
import { collectionsOf } from './architecture-table.ts';

describe('the collections of a service', () => {
  it.each([
    ['without a type', "mongo.collection('counters');", ['counters']],
    ['with a type', "mongo.collection<Row>('codes', [{ key: { at: 1 } }]);", ['codes']],
    ['with a longer type', "mongo.collection<Pick<Row, '_id'>>(\n  'turns',\n);", ['turns']],
    ['with a schema', "mongo.model('users', userSchema);", ['users']],
    ['that copy facts', "copies.of('sensor-type');", ['copy_of_sensor_type']],
    ['that send facts', 'constructor(facts: FactOutbox) {}', ['fact_outbox', 'fact_versions']],
  ])('are found: %s', (_, source, collections) => {
    expect(collectionsOf(source)).toEqual(collections);
  });
});
