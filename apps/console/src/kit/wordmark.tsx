import mark from './mark.svg';

export const Wordmark = () => (
  <span className="wordmark">
    <img src={mark} alt="" width={28} height={28} />
    Telemon
  </span>
);
