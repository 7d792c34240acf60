import { Button } from '../layout/button.tsx';
import { Icon } from '../layout/icon.tsx';
import type { PageName } from '../layout/pages.ts';
import type { TextKey } from '../texts/translate.ts';
import { useText } from '../texts/use-text.ts';
import { useOverList } from './use-over-list.ts';

interface Props {
  /** The list's page; the form has its address below it. */
  page: PageName;
  label: TextKey;
}

/** Opens the form for one more of a list, which stays behind it as it is looked at. */
export const AddButton = ({ page, label }: Props) => {
  const text = useText();
  const { open } = useOverList(page);
  return (
    <Button tone="main" icon={<Icon name="add" />} onClick={() => open('create')}>
      {text(label)}
    </Button>
  );
};
