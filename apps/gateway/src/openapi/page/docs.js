/** The page to try /v1, with the session of the console. */
const storedToken = () => {
  try {
    return JSON.parse(localStorage.getItem('DASHBOARD_USER') ?? 'null')?.token ?? null;
  } catch {
    return null;
  }
};

/** Swagger UI's parts where they fail screen readers or the keyboard, or show things that this page doesn't need. */
const ourParts = ({ React: { createElement, Fragment } }) => {
  /** An input, named after its parameter. */
  const named = (Input) => (props) =>
    createElement(
      'label',
      null,
      createElement('span', { className: 'for-screen-readers' }, props.description),
      createElement(Input, props),
    );
  return {
    components: {
      // The calls take the console's session.
      authorizeOperationBtn: () => null,
      // Its link stands inside a button that does the same.
      DeepLink: ({ text }) => createElement('span', null, text),
    },
    wrapComponents: {
      InfoContainer: (Info) => (props) =>
        createElement(
          'header',
          { role: 'banner' },
          createElement(Info, props),
          createElement(
            'p',
            null,
            'Calls that are tried here use the session of the console in this browser.',
          ),
        ),
      // The title is a heading of level 1, and the tags are headings of level 3.
      operations: (Operations) => (props) =>
        createElement(Fragment, null, createElement('h2', null, 'Calls'), createElement(Operations, props)),
      JsonSchema_string: named,
      JsonSchema_boolean: named,
      TextArea: (TextArea) => (props) => createElement(TextArea, { 'aria-label': 'Body', ...props }),
      // The schemas of bodies have no title, and the button that unfolds one shows only its title.
      JSONSchema202012KeywordTitle: (Title) => (props) =>
        createElement(Title, { ...props, title: props.title || props.schema.title || 'Body' }),
      // The keyboard can scroll only a box that takes the focus.
      SyntaxHighlighter: (Code) => (props) =>
        createElement('div', { className: 'scrolls', tabIndex: 0 }, createElement(Code, props)),
    },
  };
};

const dark = matchMedia('(prefers-color-scheme: dark)');
const showTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', showTheme);
showTheme();

globalThis.SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
  syntaxHighlight: { theme: 'tomorrow-night' },
  plugins: [ourParts],
  requestInterceptor: (request) => {
    const token = storedToken();
    if (token && !request.headers.Authorization) request.headers.Authorization = `Bearer ${token}`;
    return request;
  },
});
