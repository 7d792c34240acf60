import { Box, Button } from '@mui/material';
import type { RefObject } from 'react';
import { useNotify } from 'react-admin';
import type { Span } from '../../chart/axes.ts';
import { ActionButton } from '../../kit/action-button.tsx';
import { copyText } from '../../kit/copy-text.ts';
import { Icon, type IconName } from '../../kit/icon.tsx';
import { useText } from '../../texts/use-text.ts';
import { useDeviceAddress } from '../use-device-address.ts';
import { pinned } from '../view.ts';
import { stepped, type Step } from './zoom.ts';

const TOOLS = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 0.25,
  minHeight: 32,
  ml: 'auto',
};
const OF_ZOOM: readonly (readonly [Step, IconName])[] = [
  ['earlier', 'chevronLeft'],
  ['later', 'chevronRight'],
  ['farther', 'minus'],
];

interface Props {
  panel: RefObject<HTMLElement | null>;
  span: Span;
  whole: Span;
  isEmpty: boolean;
  onZoom: (span: Span | null) => void;
}

/** Zoom, table, link and full screen. */
export const ChartTools = ({ panel, span, whole, isEmpty, onZoom }: Props) => {
  const text = useText();
  const notify = useNotify();
  const { view, search, look } = useDeviceAddress();
  const { zoom, asTable } = view;
  const take = (step: Step) => onZoom(stepped(span, step, whole));
  const tool = (step: Step, icon: IconName) => (
    <ActionButton key={step} icon={icon} label={text(`chart.steps.${step}`)} onClick={() => take(step)} />
  );
  const copyLink = async () => {
    const { origin, pathname } = window.location;
    const link = `${origin}${pathname}?${pinned(search, view, span, Date.now()).toString()}`;
    if (await copyText(link)) notify('chart.linkCopied', { type: 'success' });
    else notify('chart.linkNotCopied', { type: 'error', messageArgs: { link } });
  };
  const fill = () =>
    document.fullscreenElement ? document.exitFullscreen() : panel.current!.requestFullscreen();
  return (
    <Box sx={TOOLS}>
      {zoom && (
        <Button startIcon={<Icon name="chevronLeft" />} onClick={() => take('whole')}>
          {text('chart.steps.whole')}
        </Button>
      )}
      {zoom && OF_ZOOM.map(([step, icon]) => tool(step, icon))}
      {!isEmpty && tool('closer', 'plus')}
      {!isEmpty && (
        <ActionButton
          icon={asTable ? 'chart' : 'table'}
          label={text(asTable ? 'chart.asChart' : 'chart.asTable')}
          onClick={() => look({ asTable: !asTable }, true)}
        />
      )}
      <ActionButton icon="link" label={text('chart.copyLink')} onClick={() => void copyLink()} />
      {document.fullscreenEnabled && (
        <ActionButton icon="expand" label={text('chart.fullScreen')} onClick={() => void fill()} />
      )}
    </Box>
  );
};
