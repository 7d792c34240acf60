import type { DivIcon, LeafletKeyboardEvent, Marker as LeafletMarker, PopupOptions } from 'leaflet';
import { useEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { Marker, Popup } from 'react-leaflet';

/** The sizes of controls in the map's corners: the map pans so that a popup opens clear of them. */
const CLEAR_OF_CORNERS: PopupOptions = {
  autoPanPaddingTopLeft: [24, 64],
  autoPanPaddingBottomRight: [56, 24],
};

const focusOn = (element: HTMLElement | null | undefined) => element?.focus({ preventScroll: true });

/** A pin's popup. Rendered when it first opens, then kept. */
const Card = ({
  label,
  ref,
  onClose,
  children,
}: {
  label: string;
  ref: RefObject<HTMLDivElement | null>;
  onClose: () => void;
  children: ReactNode;
}) => {
  useEffect(() => focusOn(ref.current), [ref]);
  // A dialog around the map handles Escape before the map does, and would close instead.
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <div
      ref={ref}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className="pin-card"
      onKeyDown={closeOnEscape}
    >
      {children}
    </div>
  );
};

interface Props {
  position: { lat: number; lng: number };
  icon: DivIcon;
  /** Its tooltip and accessible name. */
  title: string;
  zIndexOffset: number;
  /** The action of a click, for a pin without a popup. */
  onPress?: () => void;
  /** The popup's content. */
  children?: ReactNode;
  card?: PopupOptions;
}

/** A pin that reacts to click, Enter and space bar; its popup takes the focus and returns it. */
export const PinMarker = ({ title, onPress, children, card, ...rest }: Props) => {
  const marker = useRef<LeafletMarker>(null);
  const opened = useRef<HTMLDivElement>(null);
  // With each new icon, Leaflet restores the marker's original title; and a group's number would become its name.
  useEffect(() => {
    for (const attribute of ['title', 'aria-label'])
      marker.current?.getElement()?.setAttribute(attribute, title);
  });
  const press = ({ originalEvent }: LeafletKeyboardEvent) => {
    if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return;
    // Prevents scrolling, and a second Enter in the popup, which would close it.
    originalEvent.preventDefault();
    marker.current?.fire('click');
  };
  const focusHandlers = {
    add: () => focusOn(opened.current),
    remove: () => {
      if (document.activeElement === document.body) focusOn(marker.current?.getElement());
    },
  };
  return (
    <Marker
      ref={marker}
      title={title}
      eventHandlers={onPress ? { keydown: press, click: onPress } : { keydown: press }}
      {...rest}
    >
      {children && (
        <Popup {...CLEAR_OF_CORNERS} {...card} eventHandlers={focusHandlers}>
          <Card label={title} ref={opened} onClose={() => marker.current?.closePopup()}>
            {children}
          </Card>
        </Popup>
      )}
    </Marker>
  );
};
