/**
 * Why this page must not or cannot frame an editor at this address: a page of its own site could leave the sandbox and read the
 * session, and browsers load nothing over HTTP into a page that came over HTTPS.
 */
export const obstacleTo = (url: string, page: Pick<Location, 'origin' | 'protocol'>) => {
  const { origin, protocol } = new URL(url);
  if (origin === page.origin) return 'sameSite' as const;
  if (page.protocol === 'https:' && protocol === 'http:') return 'notEncrypted' as const;
  return null;
};
