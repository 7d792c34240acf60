/** Shows a message, in its row and opened. Its content is only ever text, or a page in a sandbox. */

export const KINDS = { sms: 'SMS', email: 'E-mail' };

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });
const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** "3 min. ago" to show, and the full local time as the tooltip. */
export const whenOf = (instant) => {
  const seconds = (Date.parse(instant) - Date.now()) / 1_000;
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length);
  return {
    short: step ? relative.format(Math.trunc(seconds / step[1]), step[0]) : 'now',
    full: new Date(instant).toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'medium' }),
  };
};

const LONGEST_GIST = 160;
export const gistOf = ({ subject, text }) =>
  (subject || text).replace(/\s+/g, ' ').trim().slice(0, LONGEST_GIST);

const attachmentLink = ({ fileName, contentType, url }) => {
  const item = document.createElement('li');
  const link = document.createElement('a');
  Object.assign(link, {
    href: url,
    textContent: fileName || 'attachment',
    title: contentType,
    download: fileName,
  });
  item.append(link);
  return item;
};

/** The opened message. A page within it runs no script, loads nothing from elsewhere and can not leave its frame. */
export const messageView = (message, onBack) => {
  const view = document.getElementById('opened').content.cloneNode(true);
  const part = (selector) => view.querySelector(selector);
  part('.back').addEventListener('click', onBack);
  part('.subject').textContent = message.subject || (message.kind === 'sms' ? 'SMS' : 'No subject');
  part('.kind').textContent = KINDS[message.kind];
  part('.kind').dataset.kind = message.kind;
  part('.to').textContent = message.to;
  part('.sent').textContent = whenOf(message.sentAt).full;
  part('.attachments').replaceChildren(...message.attachments.map(attachmentLink));
  part('.attachments').hidden = message.attachments.length === 0;

  const text = part('.text');
  const page = part('.html');
  const views = part('.views');
  text.textContent = message.text;
  if (message.html !== '') page.srcdoc = message.html;
  const showAs = (name) => {
    text.hidden = name !== 'text';
    page.hidden = name !== 'html';
    for (const button of views.children)
      button.setAttribute('aria-pressed', String(button.dataset.view === name));
  };
  views.hidden = message.html === '' || message.text === '';
  views.addEventListener('click', ({ target }) => target.dataset.view && showAs(target.dataset.view));
  showAs(message.html === '' ? 'text' : 'html');
  return view;
};
