import { useEffect } from 'react';
import { usePendingAlerts } from '../alert/use-pending-alerts.ts';
import { useText } from '../texts/use-text.ts';
import { TOKENS } from '../theme.ts';
import mark from '../kit/mark.svg?raw';

const { firingSolid, onSolid } = TOKENS.light;

/** The product's mark with a count badge, as a data URL. */
const iconWithCount = (count: number): string => {
  const badge =
    `<circle cx="22" cy="10" r="10" fill="${firingSolid}"/>` +
    `<text x="22" y="15" fill="${onSolid}" font-family="sans-serif" font-size="14" font-weight="700" text-anchor="middle">` +
    `${count > 9 ? '9+' : count}</text>`;
  return `data:image/svg+xml,${encodeURIComponent(mark.replace('</svg>', `${badge}</svg>`))}`;
};

/** Sets the tab's title; title and icon show the number of pending firings. */
export const useTab = (title: string): void => {
  const text = useText();
  const pending = usePendingAlerts() ?? 0;
  const product = text('product');
  const named = title === product ? product : `${title} · ${product}`;
  useEffect(() => {
    document.title = pending === 0 ? named : `(${pending}) ${named}`;
  }, [named, pending]);
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    if (icon === null || pending === 0) return;
    const plain = icon.href;
    icon.href = iconWithCount(pending);
    return () => {
      icon.href = plain;
    };
  }, [pending]);
};
