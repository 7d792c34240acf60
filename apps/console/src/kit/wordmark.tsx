import mark from './mark.svg';
import styles from './wordmark.module.css';

export const Wordmark = () => (
  <span className={styles.wordmark}>
    <img src={mark} alt="" width={28} height={28} />
    Telemon
  </span>
);
