import { Button } from '@mui/material';
import { Link, Navigate, Route, useLocation } from 'react-router';
import { mayDo } from '../data/access.ts';
import { lazyPart } from '../kit/lazy-part.tsx';
import { useListPath } from '../kit/list-path.ts';
import { useText } from '../texts/use-text.ts';

const BlockedTopics = lazyPart(() => import('./blocked-topics.tsx'));

/** Below the list's address. */
const PATH = 'blockTopic';

const mayBlock = (): boolean => mayDo('blocked-topic', 'create');

/** Among the actions of the list of MQTT logs; only an admin has it. */
export const BlockTopicButton = () => {
  const text = useText();
  const { pathTo } = useListPath();
  if (!mayBlock()) return null;
  return (
    <Button component={Link} to={pathTo(PATH)}>
      {text('resources.blocked-topic.action.open')}
    </Button>
  );
};

const BlockedTopicsHere = () => {
  const { search } = useLocation();
  return mayBlock() ? <BlockedTopics /> : <Navigate to={{ pathname: '..', search }} replace />;
};

/** Among the dialogs of that list. */
export const blockTopicsDialog = <Route path={PATH} element={<BlockedTopicsHere />} />;
