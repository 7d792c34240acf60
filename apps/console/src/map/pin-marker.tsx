import type { DivIcon, LeafletKeyboardEvent, Marker as LeafletMarker, PopupOptions } from 'leaflet';
import { useEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { Marker, Popup } from 'react-leaflet';

/** What lies over a map's corners: a card that opens below is moved out from there. */
const CLEAR_OF_CORNERS: PopupOptions = {
  autoPanPaddingTopLeft: [24, 64],
  autoPanPaddingBottomRight: [56, 24],
};

const focusOn = (element: HTMLElement | null | undefined) => element?.focus({ preventScroll: true });

/** What a pin opens. It is drawn when the pin is opened for the first time, and kept. */
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
  // A dialog around the map would hear it before the map does, and close in its place.
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
  /** Its name, under the pointer and read aloud. */
  title: string;
  zIndexOffset: number;
  /** What a press does, where it opens no card. */
  onPress?: () => void;
  /** The card that it opens. */
  children?: ReactNode;
  card?: PopupOptions;
}

/** A pin that is pressed by the pointer, Enter or the space bar; its card takes the focus and gives it back. */
export const PinMarker = ({ title, onPress, children, card, ...rest }: Props) => {
  const marker = useRef<LeafletMarker>(null);
  const opened = useRef<HTMLDivElement>(null);
  // With each new icon a marker takes the title again that it was made with; and a group's number would be its name.
  useEffect(() => {
    for (const attribute of ['title', 'aria-label'])
      marker.current?.getElement()?.setAttribute(attribute, title);
  });
  const press = ({ originalEvent }: LeafletKeyboardEvent) => {
    if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return;
    // Neither scrolls the page, nor is Enter taken once more by the popup, which would close again.
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
