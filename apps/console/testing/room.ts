/** Gives maps and charts a size, which jsdom lacks: without one they do not render their contents. */

const ROOM = { width: 1_000, height: 600 };
const SIZED = '.leaflet-container, .plan-map, .recharts-responsive-container';

const sizeOf = (element: HTMLElement) => (element.matches(SIZED) ? ROOM : { width: 0, height: 0 });

Object.defineProperties(HTMLElement.prototype, {
  clientWidth: {
    get(this: HTMLElement) {
      return sizeOf(this).width;
    },
  },
  clientHeight: {
    get(this: HTMLElement) {
      return sizeOf(this).height;
    },
  },
});
HTMLElement.prototype.getBoundingClientRect = function (this: HTMLElement) {
  const { width, height } = sizeOf(this);
  const box = { x: 0, y: 0, left: 0, top: 0, right: width, bottom: height, width, height };
  return { ...box, toJSON: () => box };
};
