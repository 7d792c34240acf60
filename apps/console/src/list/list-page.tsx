import { useId, useState, type ReactNode } from 'react';
import { Icon } from '../layout/icon.tsx';
import { SHAPE } from '../theme.ts';
import { useText } from '../texts/use-text.ts';
import type { TextKey } from '../texts/translate.ts';
import styles from './list-page.module.css';

interface Props {
  /** Under which the fold is remembered. */
  name: string;
  heading: TextKey;
  bullets: readonly TextKey[];
  children: ReactNode;
}

const foldedUnder = (name: string) => `telemon.folded-info.${name}`;

/**
 * A list's page: an info heading with what the page is for as bullets, which can be folded (and are, on a phone,
 * until somebody wants them), and the list.
 */
export const ListPage = ({ name, heading, bullets, children }: Props) => {
  const text = useText();
  const id = useId();
  const [folded, setFolded] = useState(() => {
    const chosen = localStorage.getItem(foldedUnder(name));
    return chosen === null ? window.innerWidth < SHAPE.phone : chosen === 'yes';
  });
  const toggle = () => {
    localStorage.setItem(foldedUnder(name), folded ? 'no' : 'yes');
    setFolded(!folded);
  };
  return (
    <>
      <section className={styles.info}>
        <h2>
          <button
            type="button"
            className={styles.heading}
            aria-expanded={!folded}
            aria-controls={id}
            onClick={toggle}
          >
            <Icon name="info" />
            {text(heading)}
            <Icon name={folded ? 'chevronRight' : 'chevronDown'} size={16} className={styles.chevron} />
          </button>
        </h2>
        <ul id={id} className={styles.bullets} hidden={folded}>
          {bullets.map((bullet) => (
            <li key={bullet}>{text(bullet)}</li>
          ))}
        </ul>
      </section>
      {children}
    </>
  );
};
