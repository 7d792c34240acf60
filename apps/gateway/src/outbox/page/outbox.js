import { ask } from './api.js';
import { gistOf, KINDS, messageView, whenOf } from './message.js';

const REFRESH_EVERY_MS = 3_000;
const PAGE_SIZE = 50;

const byId = (id) => document.getElementById(id);
const state = { kind: '', to: '', offset: 0, messages: [], total: 0, openId: null, leftAt: 0, asOf: null };
let asking = 0;

/** Follows the console's own setting; without one, the system's. */
const showTheme = () => {
  const chosen = localStorage.getItem('telemon.theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
  else delete document.documentElement.dataset.theme;
};

const showPicture = ({ title, text, link, retry = false }) => {
  byId('picture').hidden = false;
  byId('picture-title').textContent = title;
  byId('picture-text').textContent = text;
  byId('picture-link').hidden = !link;
  if (link) Object.assign(byId('picture-link'), link);
  byId('picture-retry').hidden = !retry;
};

const showRow = (message, row) => {
  const [button, kind, to, time, gist] = ['.row', '.kind', '.to', 'time', '.gist'].map((selector) =>
    row.querySelector(selector),
  );
  button.setAttribute('aria-current', String(message.id === state.openId));
  button.dataset.id = message.id;
  kind.textContent = KINDS[message.kind];
  kind.dataset.kind = message.kind;
  to.textContent = message.to;
  const { short, full } = whenOf(message.sentAt);
  Object.assign(time, { dateTime: message.sentAt, textContent: short, title: full });
  gist.textContent = gistOf(message);
};

/** Keeps the row of each message, so that focus and scroll stay when new messages come. */
const showList = () => {
  const list = byId('messages');
  const known = new Map([...list.children].map((row) => [row.querySelector('.row').dataset.id, row]));
  const rows = state.messages.map((message) => {
    const row = known.get(message.id) ?? byId('row').content.cloneNode(true).firstElementChild;
    showRow(message, row);
    return row;
  });
  if (rows.length !== list.children.length || rows.some((row, index) => list.children[index] !== row)) {
    const focused = document.activeElement?.closest?.('#messages .row');
    list.replaceChildren(...rows);
    focused?.focus({ preventScroll: true });
  }
  const pages = Math.ceil(state.total / PAGE_SIZE);
  byId('pager').hidden = pages <= 1;
  byId('newer').disabled = state.offset === 0;
  byId('older').disabled = state.offset + PAGE_SIZE >= state.total;
  byId('count').textContent = state.total === 1 ? '1 message' : `${state.total} messages`;
  byId('delete').disabled = state.total === 0 && state.kind === '' && state.to === '';
};

const showMessage = () => {
  const pane = byId('message');
  const message = state.messages.find(({ id }) => id === state.openId);
  if (message) {
    if (pane.dataset.id !== message.id) pane.replaceChildren(messageView(message, () => openMessage(null)));
    pane.dataset.id = message.id;
  } else if (state.openId === null || !pane.dataset.id) {
    const hint = document.createElement('p');
    hint.className = 'choose';
    hint.textContent = 'Choose a message to read it.';
    pane.replaceChildren(hint);
    delete pane.dataset.id;
  }
  document.body.dataset.reads = String(state.openId !== null);
};

/** On a narrow page the message takes the place of the list, and the list comes back where it was left. */
const openMessage = (id) => {
  const isNarrow = matchMedia('(max-width: 959px)').matches;
  if (state.openId === null) state.leftAt = window.scrollY;
  state.openId = id;
  showList();
  showMessage();
  if (id !== null) byId('message').focus({ preventScroll: true });
  if (isNarrow) window.scrollTo(0, id === null ? state.leftAt : 0);
};

const show = () => {
  const isFiltered = state.kind !== '' || state.to !== '';
  byId('toolbar').hidden = false;
  byId('split').hidden = state.total === 0;
  byId('picture').hidden = true;
  showList();
  showMessage();
  if (state.total > 0) return;
  showPicture(
    isFiltered
      ? { title: 'Nothing found', text: 'No message has this kind and recipient.' }
      : { title: 'Nothing has been sent yet', text: 'Messages appear here as soon as an alert fires.' },
  );
};

const showState = (kind, text) =>
  Object.assign(byId('state'), { textContent: text, className: `state ${kind}` });

const showFailure = (error) => {
  if (error.status === 401 || error.status === 403) {
    byId('toolbar').hidden = true;
    byId('split').hidden = true;
    showState('', '');
    showPicture(
      error.status === 401
        ? {
            title: 'Please sign in',
            text: 'The outbox is for admins. Sign in, then come back to this page.',
            link: { href: '/auth/login', textContent: 'Sign in' },
          }
        : {
            title: 'Not for your role',
            text: 'Only an admin sees the outbox.',
            link: { href: '/dashboard/home', textContent: 'To the console' },
          },
    );
    return;
  }
  const since = state.asOf && new Date(state.asOf).toLocaleTimeString();
  showState('stale', since ? `Stale since ${since}` : 'Not reached');
  if (state.asOf) return;
  const requestId = error.requestId ? ` Request ${error.requestId}.` : '';
  showPicture({ title: 'The outbox can not be read', text: `${error.message}.${requestId}`, retry: true });
};

const refresh = async () => {
  const turn = ++asking;
  const query = new URLSearchParams({ limit: PAGE_SIZE, offset: state.offset });
  if (state.kind) query.set('kind', state.kind);
  if (state.to) query.set('to', state.to);
  try {
    const { messages, pagination } = await ask('GET', `/outbox?${query}`);
    if (turn !== asking) return;
    Object.assign(state, { messages, total: pagination.totalCount, asOf: Date.now() });
    showState('live', 'Live');
    show();
  } catch (error) {
    if (turn === asking) showFailure(error);
  }
};

const deleteAll = async () => {
  byId('sure-text').textContent =
    'All messages of the outbox are deleted, also those that are not in this list.';
  byId('sure').returnValue = '';
  byId('sure').showModal();
  await new Promise((resolve) => byId('sure').addEventListener('close', resolve, { once: true }));
  if (byId('sure').returnValue !== 'yes') return;
  try {
    await ask('DELETE', '/outbox');
    Object.assign(state, { offset: 0, openId: null });
  } catch (error) {
    showFailure(error);
  }
  await refresh();
};

const change = (changes) => {
  Object.assign(state, changes);
  void refresh();
};

for (const radio of document.getElementsByName('kind')) {
  radio.addEventListener('change', () => change({ kind: radio.value, offset: 0 }));
}
byId('to').addEventListener('input', ({ target }) => change({ to: target.value.trim(), offset: 0 }));
byId('newer').addEventListener('click', () => change({ offset: Math.max(0, state.offset - PAGE_SIZE) }));
byId('older').addEventListener('click', () => change({ offset: state.offset + PAGE_SIZE }));
byId('delete').addEventListener('click', () => void deleteAll());
byId('picture-retry').addEventListener('click', () => void refresh());
byId('messages').addEventListener('click', ({ target }) => {
  const id = target.closest('.row')?.dataset.id;
  if (id) openMessage(id);
});
window.addEventListener('storage', () => {
  showTheme();
  void refresh();
});
document.addEventListener('visibilitychange', () => document.hidden || void refresh());
setInterval(() => document.hidden || void refresh(), REFRESH_EVERY_MS);

showTheme();
void refresh();
