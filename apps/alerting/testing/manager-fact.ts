import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { aUser } from '@telemon/testing/builders';
import type { StartedService } from '@telemon/testing/service';

/** Gives a process the fact about the manager of `aDevice`, without which it can't announce SMS about such a device. */
export const applyManagerFact = (service: Pick<StartedService, 'get'>): Promise<void> =>
  service
    .get(FactCopies)
    .of('user')
    .apply([{ kind: 'user', key: 'm1', version: 1, state: aUser({ id: 'm1', smsLimit: 1_000_000 }) }]);
