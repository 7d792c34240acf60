/**
 * Separates the login from the brokers' addresses, as the client needs it: `host:port`, one of them with `user:password@` in
 * front if Kafka requires a login.
 */
export const brokerAddresses = (addresses: readonly string[]) => {
  const brokers = addresses.map((address) => address.slice(address.lastIndexOf('@') + 1).trim());
  const login = addresses
    .map((address) => /^([^:]*):(.*)@/.exec(address.trim()))
    .find((found) => found !== null);
  if (!login) return { brokers };
  const [username, password] = login.slice(1).map(decodeURIComponent) as [string, string];
  return { brokers, sasl: { mechanism: 'plain' as const, username, password } };
};
