import { Component, type ReactNode } from 'react';
import { translate } from '../texts/translate.ts';
import { Button } from '../visitor/button.tsx';
import styles from './crashed.module.css';

/**
 * The last error boundary: shows the error and a reload button; a new address renders again. Plain HTML, as it also wraps the
 * sign-in pages, which do not load MUI.
 */
export class Crashed extends Component<
  { children: ReactNode; at?: string },
  { error: unknown; at?: string }
> {
  override state: { error: unknown; at?: string } = { error: null, at: this.props.at };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  static getDerivedStateFromProps(props: { at?: string }, state: { at?: string }) {
    return props.at === state.at ? null : { error: null, at: props.at };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <div className={styles.crashed} role="alert">
        <h2>{translate('failure.crashed.title')}</h2>
        <p>{translate('failure.crashed.what')}</p>
        <pre>{error instanceof Error ? error.message : String(error)}</pre>
        <Button tone="main" onClick={() => window.location.reload()}>
          {translate('failure.crashed.reload')}
        </Button>
      </div>
    );
  }
}
