import { Box, Button, Collapse } from '@mui/material';
import { useId } from 'react';
import { useResourceContext, useStore } from 'react-admin';
import type { TextKey } from '../texts/translate.ts';
import { useText } from '../texts/use-text.ts';
import { Icon } from './icon.tsx';
import { useOnPhone } from './use-screen.ts';

interface Props {
  heading: TextKey;
  bullets: readonly TextKey[];
}

type InfoName<Key, Resource extends string> = Key extends `resources.${Resource}.info.${infer Name}`
  ? Name
  : never;

/** The texts that explain a resource's page, by their names: `infoOf('location', 'what', 'use')`. */
export const infoOf = <Resource extends string>(
  resource: Resource,
  ...bullets: InfoName<TextKey, Resource>[]
): Props => ({
  heading: `resources.${resource}.info.heading` as TextKey,
  bullets: bullets.map((name) => `resources.${resource}.info.${name}` as TextKey),
});

/** Explains a page in bullets. Collapsible; collapsed on a phone at first. */
export const ListInfo = ({ heading, bullets }: Props) => {
  const text = useText();
  const id = useId();
  const onPhone = useOnPhone();
  const [isOpen, setOpen] = useStore(`${useResourceContext()}.info`, !onPhone);
  return (
    <Box component="section" sx={{ mb: 2 }}>
      <h2>
        <Button
          variant="text"
          startIcon={<Icon name="info" color="var(--accent)" />}
          endIcon={<Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={16} />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          sx={{ ml: -1, px: 1, fontWeight: 600 }}
        >
          {text(heading)}
        </Button>
      </h2>
      <Collapse in={isOpen} timeout={0} unmountOnExit id={id}>
        <ul className="bullets">
          {bullets.map((bullet) => (
            <li key={bullet}>{text(bullet)}</li>
          ))}
        </ul>
      </Collapse>
    </Box>
  );
};
