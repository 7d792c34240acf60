import styles from './entrance.module.css';

/** A red that contrasts with the brand's colour, which is dark in both themes. */
const SET_POINT = '#ff9189';

/** An illustration: a day of a cold room with its set point and the moment of an alert. */
export const Backdrop = () => (
  <svg className={styles.backdrop} viewBox="0 0 520 260" aria-hidden="true" preserveAspectRatio="none">
    {[40, 100, 160, 220].map((y) => (
      <path key={y} d={`M0 ${y}H520`} stroke="var(--on-brand-quiet)" opacity={0.16} />
    ))}
    <path d="M0 78H520" stroke={SET_POINT} strokeWidth={1.5} strokeDasharray="2 5" />
    <path
      stroke="var(--on-brand)"
      strokeWidth={2}
      strokeLinejoin="round"
      d="M0 176 20 182 40 170 60 174 80 160 100 166 120 158 140 168 160 150 180 156 200 146 220 154 240 140 258 132 274 104 288 70 300 56 312 64 326 98 342 128 360 146 380 152 400 144 420 156 440 150 460 162 480 154 500 160 520 152"
    />
    {/* A point of a line, because a circle would be stretched with the image. */}
    <path d="M300 56h0" stroke={SET_POINT} strokeWidth={12} strokeLinecap="round" />
  </svg>
);
