import { useNavigate } from 'react-router';
import { Picture } from '../list/picture.tsx';
import { useText } from '../texts/use-text.ts';
import { Button } from './button.tsx';
import { PAGES } from './pages.ts';

export const NoSuchPage = () => {
  const text = useText();
  const navigate = useNavigate();
  return (
    <Picture icon="search" title={text('noSuchPage.title')} what={text('noSuchPage.what')}>
      <Button tone="main" onClick={() => void navigate(PAGES.home.path)}>
        {text('noSuchPage.home')}
      </Button>
    </Picture>
  );
};
