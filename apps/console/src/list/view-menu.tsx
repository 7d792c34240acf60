import Popover from '@mui/material/Popover';
import { useId, useState } from 'react';
import type { RaRecord } from 'react-admin';
import { Button } from '../layout/button.tsx';
import { IconButton } from '../layout/icon-button.tsx';
import { useText } from '../texts/use-text.ts';
import { headingOf, type Column } from './column.tsx';
import { PAGE_SIZES } from './list-state.ts';
import type { List } from './use-list.ts';
import styles from './view-menu.module.css';

/** Which columns are shown, and how many rows. */
export const ViewMenu = <Row extends RaRecord>({
  list,
  columns,
}: {
  list: List<Row>;
  columns: Column<Row>[];
}) => {
  const text = useText();
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const hidden = list.hidden ?? [];
  const choosable = columns.filter(({ fixed }) => !fixed);
  const toggle = (name: string) =>
    list.change({
      hidden: hidden.includes(name) ? hidden.filter((other) => other !== name) : [...hidden, name],
    });
  return (
    <>
      <IconButton
        icon="columns"
        label={text('list.view')}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      />
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { className: styles.paper!, role: 'dialog', 'aria-label': text('list.view') } }}
      >
        {choosable.length > 0 && (
          <fieldset className={styles.group}>
            <legend>{text('list.columns')}</legend>
            {choosable.map((column) => (
              <label key={column.name} className={styles.choice}>
                <input
                  type="checkbox"
                  checked={!hidden.includes(column.name)}
                  onChange={() => toggle(column.name)}
                />
                {headingOf(column, text)}
              </label>
            ))}
          </fieldset>
        )}
        <fieldset className={styles.group}>
          <legend>{text('list.size')}</legend>
          <div className={styles.sizes}>
            {PAGE_SIZES.map((size) => (
              <label key={size} className={styles.size}>
                <input
                  type="radio"
                  name={id}
                  className="only-read-aloud"
                  checked={list.size === size}
                  onChange={() => list.change({ size })}
                />
                {size}
              </label>
            ))}
          </div>
        </fieldset>
        {list.hidden !== null && (
          <Button tone="quiet" onClick={() => list.change({ hidden: null })}>
            {text('list.allColumns')}
          </Button>
        )}
      </Popover>
    </>
  );
};
