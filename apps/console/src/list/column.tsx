import type { ReactNode } from 'react';
import type { TextKey } from '../texts/translate.ts';
import type { Text } from '../texts/use-text.ts';

export interface Column<Row> {
  /** How the address calls it when columns are chosen. */
  name: string;
  label: TextKey;
  /** Stands there instead of the label, where the data gives the name. */
  heading?: string | undefined;
  /** `place` is the row's number in the whole list, from 1. */
  render: (row: Row, place: number) => ReactNode;
  /** The field that the service sorts by; without it the column can't be sorted. */
  sort?: string;
  numeric?: boolean;
  /** Words of any length, which may take a second line where the table would be too wide. */
  wraps?: boolean;
  /** Always shown. */
  fixed?: boolean;
  /** What it is on a phone's card: its number, its title, its buttons, or a line of its own (the default). */
  onCard?: 'number' | 'title' | 'actions';
}

export const headingOf = <Row,>({ heading, label }: Column<Row>, text: Text): string =>
  heading ?? text(label);

/** The documents' numbered rows. */
export const rowNumber = <Row,>(): Column<Row> => ({
  name: 'sno',
  label: 'list.rowNumber',
  render: (_, place) => <span className="quiet">{place}</span>,
  numeric: true,
  fixed: true,
  onCard: 'number',
});

/** What can be done with a row. */
export const options = <Row,>(render: (row: Row) => ReactNode): Column<Row> => ({
  name: 'options',
  label: 'list.options',
  render,
  fixed: true,
  onCard: 'actions',
});
