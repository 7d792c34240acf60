import { Button } from '@mui/material';
import { Link } from 'react-router';
import { Picture } from '../kit/picture.tsx';
import { useText } from '../texts/use-text.ts';
import { PAGES } from '../data/pages.ts';

export const NoSuchPage = () => {
  const text = useText();
  return (
    <Picture icon="search" title="noSuchPage.title" what="noSuchPage.what">
      <Button component={Link} to={PAGES.home.path} variant="contained" color="primary">
        {text('noSuchPage.home')}
      </Button>
    </Picture>
  );
};
