import { type RemoteInfo, type Socket, createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';

/** Receive buffer that is requested from the system, which grants at most net.core.rmem_max. */
const RECEIVE_BUFFER_BYTES = 8 * 1024 * 1024;

/**
 * Opens the port that devices send to. Nothing is ever sent from it.
 * @throws Error with one sentence for the person who runs Telemon, if it can't be opened.
 */
export const openUdpSocket = async (
  { host, port }: { host: string; port: number },
  onDatagram: (datagram: Buffer, from: RemoteInfo) => void,
): Promise<Socket> => {
  const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4' });
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
