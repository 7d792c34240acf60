/** A device that numbers its datagrams. */
interface NumberingDevice {
  readonly name: string;
  /** Unix time of its datagram 0, ms; each further one has a timestamp of a millisecond later. */
  readonly startedAt: number;
}

/** The datagram of a number, always the same. */
export const datagramOf = ({ name, startedAt }: NumberingDevice, seq: number): string =>
  `${name},TC1=${seq},seq=${seq},timestamp=${startedAt + seq}`;

/** The number of a datagram, or of a log row that shows it; NaN if it has none. */
export const seqIn = (text: string): number => Number(/,seq=(\d+),/.exec(text)?.[1]);
