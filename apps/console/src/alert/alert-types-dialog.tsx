import { AlertType } from '@telemon/contracts/alerting/alerts';
import { useLocation, useNavigate } from 'react-router';
import { Dialog } from '../kit/dialog.tsx';
import { useText } from '../texts/use-text.ts';
import styles from './alert-types-dialog.module.css';

/** Each type drawn and described. */
const DRAWINGS: Record<AlertType, string> = {
  Above: 'M2 30 14 26 26 28 38 14 50 8 62 12',
  Below: 'M2 10 14 14 26 12 38 26 50 34 62 30',
};

export default function AlertTypesDialog() {
  const text = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  return (
    <Dialog
      title={text('resources.alert.types.title')}
      onClose={() => void navigate({ pathname: '..', search })}
      width={480}
    >
      <ul className={styles.types}>
        {AlertType.options.map((type) => (
          <li key={type}>
            <svg viewBox="0 0 64 40" aria-hidden="true">
              <path d="M0 20H64" className={styles.setPoint} />
              <path d={DRAWINGS[type]} className={styles.line} />
            </svg>
            <div>
              <strong>{type}</strong>
              <p>{text(`resources.alert.types.${type}`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
