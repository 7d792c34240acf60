/** The address of a database on the MongoDB server of an installation. */
export const databaseUrl = (mongoUrl: string, name: string): string => {
  const url = new URL(mongoUrl);
  url.pathname = `/${name}`;
  return url.href;
};
