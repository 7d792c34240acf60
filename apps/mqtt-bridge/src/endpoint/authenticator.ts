/** A client's proof of its login: the password, or a certificate that names the login as `loginIdOf` does. */
export type Proof = { readonly password: Buffer } | { readonly loginId: string };

/** The login of a connection. */
export interface AcceptedLogin {
  readonly deviceKey: number;
  readonly passwordSha256: string;
  /** The login is at least as new as the fact of this version. */
  readonly version: number;
  /** A login for one test reading, which the bridge made for itself. */
  readonly isTest?: boolean;
}

/** Whether a login is valid; `unavailable`: the devices service doesn't answer now. */
export type Verdict =
  | { readonly outcome: 'accepted'; readonly login: AcceptedLogin }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'unavailable' };

export interface Authenticator {
  /** Decides from local data; undefined if the devices service has to be asked. */
  check(deviceName: string, proof: Proof): Verdict | undefined;
  /** Asks the devices service. */
  ask(deviceName: string, proof: Proof): Promise<Verdict>;
  /** The key of the device with this name, from local data; undefined if the devices service has to be asked. */
  keyOf(deviceName: string): number | undefined;
  /** Whether an accepted login has ended, according to local data. */
  isRevoked(deviceName: string, login: AcceptedLogin): boolean;
}
