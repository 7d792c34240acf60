/** The elements that a drawing is made of. Nothing that runs, animates, links, embeds, filters or loads. */
export const ELEMENTS = [
  'svg g defs symbol use title desc switch style',
  'path rect circle ellipse line polyline polygon text tspan textPath',
  'linearGradient radialGradient stop pattern clipPath mask marker',
].flatMap((names) => names.split(' '));

export const ATTRIBUTES = [
  'id class style transform href xml:space xml:lang lang',
  'viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points pathLength dx dy rotate',
  'textLength lengthAdjust startOffset method spacing side',
  'gradientUnits gradientTransform spreadMethod offset patternUnits patternContentUnits patternTransform',
  'clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight refX refY orient',
  'fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit',
  'stroke-dasharray stroke-dashoffset color opacity display visibility overflow clip-path clip-rule mask',
  'marker-start marker-mid marker-end stop-color stop-opacity paint-order vector-effect shape-rendering',
  'color-interpolation text-rendering font-family font-size font-style font-variant font-weight font-stretch',
  'text-anchor dominant-baseline alignment-baseline baseline-shift letter-spacing word-spacing text-decoration',
  'writing-mode direction unicode-bidi',
].flatMap((names) => names.split(' '));

export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
export const isFragment = (address: string): boolean => /^#[\w.:-]+$/.test(address);
