/** An address of Telemon. @param publicUrl May end with slashes @param path Begins with one */
export const publicAddress = (publicUrl: string, path: string): string =>
  publicUrl.replace(/\/+$/, '') + path;
