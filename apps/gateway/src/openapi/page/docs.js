/** The page to try /v1, with the session of the console. */
const storedToken = () => {
  try {
    return JSON.parse(localStorage.getItem('DASHBOARD_USER') ?? 'null')?.token ?? null;
  } catch {
    return null;
  }
};

globalThis.SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
  requestInterceptor: (request) => {
    const token = storedToken();
    if (token && !request.headers.Authorization) request.headers.Authorization = `Bearer ${token}`;
    return request;
  },
});
