import { screen, waitFor, within } from '@testing-library/react/pure';
import type { UserEvent } from '@testing-library/user-event';

type Words = string | RegExp;

export const button = (name: Words) => screen.findByRole('button', { name });
export const dialog = (name?: Words) => screen.findByRole('dialog', name === undefined ? {} : { name });
/** The first table row that contains a text. */
export const row = async (text: string): Promise<HTMLElement> => {
  const rows = await waitFor(() => {
    const found = screen.getAllByRole('row').filter((one) => one.textContent.includes(text));
    if (found.length === 0) throw new Error(`No row has ${text}`);
    return found;
  });
  return rows[0]!;
};
export const rowNow = (text: string): HTMLElement | undefined =>
  screen.queryAllByRole('row').find((one) => one.textContent.includes(text));
/** The table's headings, after its rows have loaded. */
export const columns = async (): Promise<string[]> => {
  const table = await waitFor(() => {
    const [found] = screen.getAllByRole('table');
    if (found!.closest('[aria-busy=true]') !== null) throw new Error('The rows are on their way');
    return found!;
  });
  return within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
};
/** The menu's entries, including group headings. */
export const menu = async (): Promise<string[]> => {
  const pages = await screen.findByRole('navigation', { name: 'Pages' });
  return [...pages.querySelectorAll('[role=link], [role=button]')].map(({ textContent }) => textContent);
};
/** Waits for a notice. */
export const hears = (words: Words) =>
  waitFor(() => {
    const notices = screen.getAllByRole('alert');
    if (!notices.some((one) => within(one).queryAllByText(words).length > 0)) {
      throw new Error(`Nothing says ${words}`);
    }
  });
/** The button that sorts a table by a column. */
export const sorter = (name: string) =>
  screen.findByRole('button', { name: new RegExp(`^Sort by ${name} `, 'i') });
/** The link to the form that adds a record. */
export const addLink = (name: string) => screen.findByRole('link', { name });
/** Waits until the user menu shows these initials. */
export const initials = (letters: string) =>
  waitFor(() => {
    if (document.querySelector(`[data-initials="${letters}"]`) === null) throw new Error(`No ${letters}`);
  });
/** Waits until an element has the focus. */
export const hasFocus = (find: () => HTMLElement) =>
  waitFor(() => {
    if (document.activeElement !== find()) {
      throw new Error(`The focus is on ${document.activeElement?.outerHTML.slice(0, 200)}`);
    }
  });

/** Replaces a field's value. */
export const fill = async (user: UserEvent, field: HTMLElement, text: string) => {
  await user.clear(field);
  if (text !== '') {
    await user.click(field);
    await user.paste(text);
  }
};
/** Replaces the values of fields, by label. */
export const fillIn = async (user: UserEvent, within_: HTMLElement, values: Record<string, string>) => {
  for (const [label, text] of Object.entries(values)) {
    const field = within(within_).getByLabelText(exactly(label));
    if (field instanceof HTMLSelectElement || field.matches('[role=combobox]'))
      await choose(user, field, text);
    else await fill(user, field, text);
  }
};

/** Selects an option of a field, once it is available. */
const choose = async (user: UserEvent, field: HTMLElement, option: string) => {
  if (field instanceof HTMLSelectElement) {
    await within(field).findByRole('option', { name: option });
    return user.selectOptions(field, option);
  }
  await user.click(field);
  await screen.findByRole('option', { name: option });
  // A list with new choices is rendered once more.
  await new Promise((drawn) => setTimeout(drawn));
  await user.click(await screen.findByRole('option', { name: option }));
};
export const chooseOption = (user: UserEvent, form: HTMLElement, label: string, option: string) =>
  choose(user, field(form, label), option);
/** Waits until a field has an option selected. */
export const isChosen = (form: HTMLElement, label: string, option: string) =>
  waitFor(() => {
    const { value, textContent } = field<HTMLInputElement>(form, label);
    const held = value ?? textContent;
    if (held !== option) throw new Error(`${label} holds ${held}`);
  });
/** Chooses a file, also of a kind that the browser's file dialog would hide but that can be dropped. */
export const chooseFile = async (user: UserEvent, input: HTMLInputElement, file: File) => {
  input.removeAttribute('accept');
  await user.upload(input, file);
};

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** A label, with or without the word for an optional field. */
export const exactly = (label: string) => new RegExp(`^${escaped(label)}( optional)?$`);
/** A field of a form by label. */
export const field = <Element extends HTMLElement = HTMLInputElement>(form: HTMLElement, label: string) =>
  within(form).getByLabelText<Element>(exactly(label));

/** Whether a field is disabled, by itself or by its group. */
export const isDisabled = (form: HTMLElement, label: string): boolean =>
  field(form, label).matches(':disabled, [aria-disabled=true]');

/** The confirmation before a deletion. */
export const confirmation = () => screen.findByRole('alertdialog', { name: 'Are You Sure ?' });

/** Each name in the page's lists of facts, with its value. */
export const facts = () => {
  const names = within(screen.getByRole('main')).getAllByRole('term');
  return names.map((name) => [name.textContent, name.nextElementSibling!.textContent]);
};
