import { type RemoteInfo, type Socket, createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';

/**
 * Sockets on the port; the system divides senders among them. A flood from few addresses and ports fills the receive buffers of few sockets,
 * and the other sockets are still read.
 */
const SOCKETS = 256;
/**
 * Bytes of a socket's receive buffer, about the most that the system grants unless net.core.rmem_max is raised: 680 short datagrams. The
 * system counts each twice, so that a flood from everywhere takes 128 MB of its memory.
 */
const RECEIVE_BUFFER_BYTES = 256 * 1024;

/** Whether the port may have several sockets: only Linux divides senders among them, and prefers a socket for one sender. */
export const HAS_SHARED_SOCKETS = process.platform === 'linux';

interface Address {
  readonly host: string;
  readonly port: number;
}
/** An address and port that datagrams come from. */
export type Sender = Pick<RemoteInfo, 'address' | 'port'>;
type OnDatagram = (datagram: Buffer, from: RemoteInfo) => void;

/**
 * Opens the port that devices send to. Nothing is ever sent from it.
 * @returns Its sockets; datagrams of one sender always come to the same one.
 * @throws Error with one sentence for the person who runs Telemon, if it can't be opened.
 */
export const openUdpPort = async (address: Address, onDatagram: OnDatagram): Promise<Socket[]> => {
  if (!HAS_SHARED_SOCKETS) return [await open(address, onDatagram, false)];
  // Another program that allows it could share the port with these sockets, and would get some of the datagrams.
  if (address.port !== 0) await closed(await open(address, onDatagram, false));
  const first = await open(address, onDatagram, true);
  const { port } = first.address();
  const others = Array.from({ length: SOCKETS - 1 }, () => open({ ...address, port }, onDatagram, true));
  return [first, ...(await Promise.all(others))];
};

/**
 * Opens one more socket on the port, to be connected to a sender. Until then, it gets datagrams of any sender. It ignores messages about
 * errors of the network, which may be forged.
 * @throws Error if the system has no more sockets.
 */
export const openOwnSocket = async (address: Address, onDatagram: OnDatagram): Promise<Socket> => {
  const socket = await open(address, onDatagram, true);
  // Nothing is sent, so nothing can fail on its way.
  socket.on('error', () => undefined);
  return socket;
};

/**
 * Makes a socket get the datagrams of a sender, and no others from now on.
 * @throws Error if the system does not know a way to the sender; the socket stays as it was.
 */
export const connectTo = (socket: Socket, { address, port }: Sender): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    socket.connect(port, address, (error?: Error) => (error ? reject(error) : resolve()));
  });

/** @param isShared whether other sockets of this process may have the port, too */
const open = async ({ host, port }: Address, onDatagram: OnDatagram, isShared: boolean): Promise<Socket> => {
  const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4', reusePort: isShared });
  const { promise: bound, resolve, reject } = Promise.withResolvers<void>();
  socket.once('error', reject);
  socket.bind({ address: host, port, exclusive: true }, resolve);
  try {
    await bound;
  } catch (error) {
    throw new Error(sentenceFor(error as NodeJS.ErrnoException, host, port), { cause: error });
  } finally {
    socket.off('error', reject);
  }
  socket.setRecvBufferSize(RECEIVE_BUFFER_BYTES);
  socket.on('message', onDatagram);
  return socket;
};

const closed = (socket: Socket) => new Promise<void>((resolve) => socket.close(resolve));

const sentenceFor = ({ code, message }: NodeJS.ErrnoException, host: string, port: number): string => {
  switch (code) {
    case 'EADDRINUSE':
      return `UDP port ${port} on ${host} is taken; end the program that has it, or set UDP_PORT to a free one`;
    case 'EACCES':
      return `UDP port ${port} may not be opened by this user; set UDP_PORT to one from 1024 on`;
    case 'EADDRNOTAVAIL':
      return `${host} is no address of this machine; set UDP_HOST to one that is, or to 0.0.0.0 for all`;
    default:
      return `UDP port ${port} on ${host} can't be opened: ${message}`;
  }
};
