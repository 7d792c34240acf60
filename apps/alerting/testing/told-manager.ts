import { FactCopies } from '@telemon/platform/facts/fact-copies';
import { aUser } from '@telemon/testing/builders';
import type { StartedService } from '@telemon/testing/service';

/** Tells a process of alerting of the manager whose devices specs have (`aDevice`); it holds their SMS back until then. */
export const tellOfManager = (service: Pick<StartedService, 'get'>): Promise<void> =>
  service
    .get(FactCopies)
    .of('user')
    .apply([{ kind: 'user', key: 'm1', version: 1, state: aUser({ id: 'm1', smsLimit: 1_000_000 }) }]);
