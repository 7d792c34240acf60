import { useSearchParams } from 'react-router';
import type { Alert } from '@telemon/contracts/alerting/alerts';
import { IconButton } from '../layout/icon-button.tsx';
import { SmallDialog } from '../layout/small-dialog.tsx';
import { useText } from '../texts/use-text.ts';
import { Measured } from './measured.tsx';
import styles from './rule-dialogs.module.css';

type Rule = Pick<
  Alert,
  'id' | 'deviceName' | 'sensorName' | 'valueType' | 'alertType' | 'criteria' | 'message'
>;

type Shown = 'criteria' | 'message';

const useShown = (what: Shown) => {
  const [search, setSearch] = useSearchParams();
  return {
    id: search.get(what),
    show: (id: string | null) =>
      setSearch((before) => {
        const next = new URLSearchParams(before);
        if (id === null) next.delete(what);
        else next.set(what, id);
        return next;
      }),
  };
};

export const CriteriaButton = ({ id }: { id: string }) => {
  const text = useText();
  const { show } = useShown('criteria');
  return <IconButton icon="criteria" label={text('alerts.viewCriteria')} onClick={() => show(id)} />;
};

export const MessageButton = ({ id }: { id: string }) => {
  const text = useText();
  const { show } = useShown('message');
  return <IconButton icon="message" label={text('alerts.viewMessage')} onClick={() => show(id)} />;
};

/** The documents' Criteria and Message dialogs, of whichever row the address names. */
export const RuleDialogs = ({ rules = [] }: { rules: Rule[] | undefined }) => {
  const text = useText();
  const criteria = useShown('criteria');
  const message = useShown('message');
  const judged = rules.find(({ id }) => id === criteria.id);
  const said = rules.find(({ id }) => id === message.id);
  return (
    <>
      {judged && (
        <SmallDialog title={text('alerts.criteria.title')} onClose={() => criteria.show(null)} width={400}>
          <dl className={styles.criteria}>
            <dt>{text('alerts.columns.deviceName')}</dt>
            <dd>{judged.deviceName}</dd>
            <dt>{text('alerts.columns.sensorName')}</dt>
            <dd>{judged.sensorName}</dd>
            <dt>{text('alerts.columns.valueType')}</dt>
            <dd>{judged.valueType}</dd>
            <dt>{text('alerts.columns.alertType')}</dt>
            <dd>{judged.alertType}</dd>
            <dt>{text('alerts.criteria.setPoint')}</dt>
            <dd className="numbers">
              <Measured values={judged.criteria.values} sensorName={judged.sensorName} />
            </dd>
          </dl>
        </SmallDialog>
      )}
      {said && (
        <SmallDialog title={text('alerts.columns.message')} onClose={() => message.show(null)}>
          <p className={styles.message}>{said.message}</p>
        </SmallDialog>
      )}
    </>
  );
};
