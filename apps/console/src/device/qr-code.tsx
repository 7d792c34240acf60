import makeCode from 'qrcode-generator';
import { useMemo } from 'react';

/** The quiet zone that scanners need, in modules. */
const MARGIN = 4;

/** The dark modules as one path of unit squares, and the number of modules per side. */
const modulesOf = (value: string): { path: string; size: number } => {
  const code = makeCode(0, 'M');
  code.addData(value);
  code.make();
  const size = code.getModuleCount();
  const numbers = [...Array(size).keys()];
  const dark = numbers.flatMap((row) =>
    numbers.filter((column) => code.isDark(row, column)).map((column) => [column, row]),
  );
  return { path: dark.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join(''), size };
};

/** A QR code, dark on light in both themes, as some scanners cannot read inverted codes. */
export default function QrCode({ value, label }: { value: string; label: string }) {
  const { path, size } = useMemo(() => modulesOf(value), [value]);
  const side = size + 2 * MARGIN;
  return (
    <svg
      style={{
        display: 'block',
        borderRadius: 'var(--radius)',
        background: 'var(--qr-paper)',
        fill: 'var(--qr-ink)',
      }}
      viewBox={`${-MARGIN} ${-MARGIN} ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  );
}
