import { Box, Paper, Skeleton } from '@mui/material';
import type { ReactNode } from 'react';

const PANEL = {
  p: 2,
  fontVariantNumeric: 'tabular-nums',
  '& h2': { mb: 1.25, fontSize: 15, fontWeight: 650 },
  '& h3': { mb: 0.5, color: 'var(--text-faint)', fontSize: 12, fontWeight: 600 },
  '& dt': { color: 'text.secondary' },
  '& dd, & strong': { fontWeight: 600 },
  '& .MuiSkeleton-root': { display: 'inline-block' },
};

/** A panel with a title, beside the chart. */
export const Panel = ({ title, children }: { title: string; children: ReactNode }) => (
  <Paper component="section" variant="outlined" sx={PANEL}>
    <h2>{title}</h2>
    {children}
  </Paper>
);

const FACTS = {
  // A value without space beside its name is on the next line.
  '& > div': { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '0 12px', py: '5px' },
  '& dd': { ml: 'auto', textAlign: 'right', whiteSpace: 'nowrap' },
  '& > div:not(:first-of-type)': { borderTop: '1px solid var(--border)' },
  '& time': {
    display: 'block',
    color: 'var(--text-faint)',
    fontSize: 12,
    fontWeight: 400,
    lineHeight: '16px',
  },
  '& strong': { fontSize: 18, lineHeight: '24px' },
};

/** Names with their values, a line each. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <Box component="dl" sx={FACTS}>
    {facts.map(([name, value]) => (
      <Fact key={name} name={name}>
        {value}
      </Fact>
    ))}
  </Box>
);

interface FactProps {
  name: string;
  /** Only screen readers get the name. */
  isHidden?: boolean;
  children: ReactNode;
}

/** One name with its value, in a list that its surroundings style. */
export const Fact = ({ name, isHidden = false, children }: FactProps) => (
  <div>
    <dt className={isHidden ? 'only-read-aloud' : undefined}>{name}</dt>
    <dd>{children}</dd>
  </div>
);

interface Props {
  /** undefined while it loads; its space is kept. */
  value: string | undefined;
  unit: string;
  /** The width of its space, in pixels. */
  place?: number;
}

/** A value with its unit in a lighter font. */
export const Measured = ({ value, unit, place = 48 }: Props) =>
  value === undefined ? (
    <Skeleton width={place} />
  ) : (
    <>
      {value} <span className="unit">{unit}</span>
    </>
  );
