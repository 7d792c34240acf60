import { Alert, Box, Button, Link, Skeleton } from '@mui/material';
import { useState } from 'react';
import { useAsk } from '../data/use-ask.ts';
import { Failed, Picture } from '../kit/picture.tsx';
import { useText } from '../texts/use-text.ts';
import { EditorFrame } from './editor-frame.tsx';
import { obstacleTo } from './editor-obstacle.ts';

/** The frame takes the height of the window that the bar leaves. */
const PAGE = { display: 'flex', flexDirection: 'column', gap: 1, minHeight: 'calc(100vh - 112px)' } as const;

const InNewTab = ({ url }: { url: string }) => {
  const text = useText();
  return (
    <Link href={url} target="_blank" rel="noopener noreferrer">
      {text('dataRouting.open')}
    </Link>
  );
};

/** Data Routing: the installation's flow editor in a frame, or the reason why it is not there. */
export default function DataRoutingPage() {
  const text = useText();
  const { data, error, refetch } = useAsk(
    'GET /dataRouting',
    {},
    // A refetch could replace a warning about the frame, and its Retry, while the frame stays.
    { queryKey: ['data-routing'], refetchOnWindowFocus: false },
  );
  // The frame is reloaded only when the user asks: changes in it that were not deployed would be lost.
  const [tries, setTries] = useState(0);
  const retry = () => void refetch().then(() => setTries((count) => count + 1));
  if (!data && error) return <Failed error={error} onRetry={retry} />;
  if (!data) return <Skeleton variant="rectangular" height={420} />;
  const { url, problem } = data;
  if (url === null) {
    return <Picture icon="unplugged" title="dataRouting.notSet" what="dataRouting.howToSet" />;
  }
  const obstacle = obstacleTo(url, window.location);
  if (obstacle !== null) {
    return (
      <Picture
        icon="unplugged"
        tone="failed"
        title="dataRouting.notFramed"
        what={`dataRouting.obstacles.${obstacle}`}
        values={{ url }}
      >
        <InNewTab url={url} />
      </Picture>
    );
  }
  return (
    <Box sx={PAGE}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 16px' }}>
        <Box component="p" className="quiet" sx={{ flex: 1, minWidth: 'min(100%, 40ch)' }}>
          {text('dataRouting.hint')}
        </Box>
        <InNewTab url={url} />
      </Box>
      {problem !== null && (
        <Alert severity="warning" action={<Button onClick={retry}>{text('list.retry')}</Button>}>
          {text(`dataRouting.problems.${problem}`, { url })}
        </Alert>
      )}
      <EditorFrame key={tries} url={url} />
    </Box>
  );
}
