import { screen, waitFor, within } from '@testing-library/react/pure';
import type { UserEvent } from '@testing-library/user-event';

type Words = string | RegExp;

export const button = (name: Words) => screen.findByRole('button', { name });
export const dialog = (name?: Words) => screen.findByRole('dialog', name === undefined ? {} : { name });
/** The row of a table that has this among its texts. */
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
/** The headings of the table, once it has rows. */
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
/** The entries of the menu, groups' headings too. */
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
/** The heading by which a table is sorted. */
export const sorter = (name: string) =>
  screen.findByRole('button', { name: new RegExp(`^Sort by ${name} `, 'i') });
/** The link that opens the form for one more. */
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

/** Replaces what a field holds. */
export const fill = async (user: UserEvent, field: HTMLElement, text: string) => {
  await user.clear(field);
  if (text !== '') {
    await user.click(field);
    await user.paste(text);
  }
};
/** Replaces what fields hold, by their labels. */
export const fillIn = async (user: UserEvent, within_: HTMLElement, values: Record<string, string>) => {
  for (const [label, text] of Object.entries(values)) {
    const field = within(within_).getByLabelText(exactly(label));
    if (field instanceof HTMLSelectElement || field.matches('[role=combobox]'))
      await choose(user, field, text);
    else await fill(user, field, text);
  }
};

/** Chooses an option of a field, once the option is there. */
const choose = async (user: UserEvent, field: HTMLElement, option: string) => {
  if (field instanceof HTMLSelectElement) {
    await within(field).findByRole('option', { name: option });
    return user.selectOptions(field, option);
  }
  await user.click(field);
  await screen.findByRole('option', { name: option });
  // A list whose choices have just come is drawn once more.
  await new Promise((drawn) => setTimeout(drawn));
  await user.click(await screen.findByRole('option', { name: option }));
};
export const chooseOption = (user: UserEvent, form: HTMLElement, label: string, option: string) =>
  choose(user, field(form, label), option);
/** Waits until a field holds an option. */
export const isChosen = (form: HTMLElement, label: string, option: string) =>
  waitFor(() => {
    const { value, textContent } = field<HTMLInputElement>(form, label);
    const held = value ?? textContent;
    if (held !== option) throw new Error(`${label} holds ${held}`);
  });
/** Gives a file to an input, also of a kind that the browser's own chooser hides: such a file can be dropped. */
export const chooseFile = async (user: UserEvent, input: HTMLInputElement, file: File) => {
  input.removeAttribute('accept');
  await user.upload(input, file);
};

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** A label, with or without the word for what may be left out. */
export const exactly = (label: string) => new RegExp(`^${escaped(label)}( optional)?$`);
/** A field of a form, by its label. */
export const field = <Element extends HTMLElement = HTMLInputElement>(form: HTMLElement, label: string) =>
  within(form).getByLabelText<Element>(exactly(label));

/** Whether a field takes nothing, by itself or with its group. */
export const isDisabled = (form: HTMLElement, label: string): boolean =>
  field(form, label).matches(':disabled, [aria-disabled=true]');

/** The confirmation that stands before a loss. */
export const confirmation = () => screen.findByRole('alertdialog', { name: 'Are You Sure ?' });
