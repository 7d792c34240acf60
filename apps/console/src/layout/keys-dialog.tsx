import { useText } from '../texts/use-text.ts';
import { SmallDialog } from './small-dialog.tsx';
import styles from './keys-dialog.module.css';

const KEYS = [
  { keys: ['Ctrl', 'K'], says: 'keys.palette' },
  { keys: ['/'], says: 'keys.palette' },
  { keys: ['?'], says: 'keys.keys' },
  { keys: ['Esc'], says: 'keys.close' },
  { keys: ['Tab'], says: 'keys.next' },
] as const;

export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const text = useText();
  return (
    <SmallDialog title={text('keys.title')} onClose={onClose} width={400}>
      <dl className={styles.keys}>
        {KEYS.map(({ keys, says }) => (
          <div key={keys.join()}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text(says)}</dd>
          </div>
        ))}
      </dl>
    </SmallDialog>
  );
}
