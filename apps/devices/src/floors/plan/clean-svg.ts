import createDomPurify from 'dompurify';
import { JSDOM } from 'jsdom';
import { cleanCss, refersOutside } from './clean-css.ts';
import { NoPlan } from './plan.ts';
import { ATTRIBUTES, ELEMENTS, SVG_NAMESPACE, isFragment } from './svg-parts.ts';
import { sizeOf } from './svg-size.ts';

interface CleanSvg {
  text: string;
  /** CSS pixels. */
  width: number;
  height: number;
}

/** Elements of a drawing; one that `use` repeats counts each time. */
const MOST_ELEMENTS = 50_000;
/** Attributes of one element, and similar texts behind it. */
const MOST_ATTRIBUTES = 1_000;
/** Deeper than any editor nests, and shallow enough for recursive code. */
const DEEPEST = 500;

/** Refuses a drawing: the reason in a sentence, and the advice that always helps. */
export const noDrawing = (reason: string) =>
  new NoPlan(`${reason}. Save it as a plain SVG or as .png, and choose that`);

/**
 * A drawing without scripts, external resources and links: only known elements and attributes, and references only to fragments
 * of itself.
 * @throws NoPlan if it can't be read, or nothing visible is left.
 */
export const cleanSvg = (source: string): CleanSvg => {
  const { window } = new JSDOM('');
  const parse = (text: string): Element => {
    const document = new window.DOMParser().parseFromString(text, 'image/svg+xml');
    const root = document.documentElement;
    if (document.getElementsByTagName('parsererror').length > 0)
      throw noDrawing('The drawing is not valid SVG');
    if (root.localName !== 'svg' || root.namespaceURI !== SVG_NAMESPACE) {
      throw noDrawing('The file is no SVG drawing');
    }
    return root;
  };
  refuseTooMany(source.split('<').length);
  refuseTooDeep(source);
  refuseTooManyAttributes(source);
  const root = parse(withoutDoctype(source));
  normalise(root);
  purify(window, root);
  const size = sizeOf(root);
  if (!size) throw noDrawing('The drawing should say its width and height, or its viewBox');
  if (!size.hasViewBox) root.setAttribute('viewBox', `0 0 ${size.width} ${size.height}`);
  root.setAttribute('width', String(size.width));
  root.setAttribute('height', String(size.height));
  const text = new window.XMLSerializer().serializeToString(root);
  const again = parse(text);
  refuseUnlessClean(again);
  refuseTooMany(weightOf(again));
  if (!again.querySelector('path,rect,circle,ellipse,line,polyline,polygon,text')) {
    throw noDrawing('Nothing is left of the drawing without its forbidden content');
  }
  return { text, width: size.width, height: size.height };
};

/** Removes a document type as editors write it; refuses one that declares entities. */
const withoutDoctype = (source: string): string => {
  const [doctype] = /<!DOCTYPE[^>[]*[>[]/i.exec(source) ?? [];
  if (doctype?.endsWith('[')) throw noDrawing('The drawing should not declare entities');
  const plain = doctype ? source.replace(doctype, '') : source;
  if (/<!(?:DOCTYPE|ENTITY)/i.test(plain)) throw noDrawing('The drawing should not declare entities');
  return plain;
};

const elementsIn = (root: Element): Element[] => [root, ...root.querySelectorAll('*')];

const XLINK = 'http://www.w3.org/1999/xlink';

/** Replaces CDATA by text and `xlink:href` by `href`, so that the checks see one notation. */
const normalise = (root: Element): void => {
  for (const element of elementsIn(root)) {
    const address = element.getAttributeNS(XLINK, 'href');
    if (address !== null && !element.hasAttribute('href')) element.setAttribute('href', address);
    element.removeAttributeNS(XLINK, 'href');
    for (const node of element.childNodes) {
      if (node.nodeType === node.CDATA_SECTION_NODE) {
        node.replaceWith(root.ownerDocument.createTextNode(node.textContent ?? ''));
      }
    }
  }
};

const purify = (window: JSDOM['window'], root: Element): void => {
  const purifier = createDomPurify(window);
  purifier.addHook('uponSanitizeElement', (node, { tagName }) => {
    if (tagName === 'style') node.textContent = cleanCss(node.textContent ?? '');
  });
  purifier.addHook('uponSanitizeAttribute', (_element, attribute) => {
    const { attrName, attrValue } = attribute;
    if (attrName === 'href') attribute.keepAttr = isFragment(attrValue.trim());
    else if (attrName === 'style') attribute.attrValue = cleanCss(attrValue);
    else if (refersOutside(attrValue)) attribute.keepAttr = false;
  });
  purifier.sanitize(root, {
    IN_PLACE: true,
    NAMESPACE: SVG_NAMESPACE,
    ALLOWED_TAGS: ['#text', ...ELEMENTS.map((name) => name.toLowerCase())],
    ALLOWED_ATTR: ATTRIBUTES.map((name) => name.toLowerCase()),
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    // Ids are kept: the drawing is shown in a document of its own.
    SANITIZE_DOM: false,
    KEEP_CONTENT: false,
  });
};

/** Checks the written drawing again, independently of the purifier. */
const refuseUnlessClean = (root: Element): void => {
  for (const element of elementsIn(root)) {
    const isKnown = element.namespaceURI === SVG_NAMESPACE && ELEMENTS.includes(element.nodeName);
    const styles = element.nodeName === 'style' ? (element.textContent ?? '') : '';
    const attributes = [...element.attributes].filter(({ name }) => !name.startsWith('xmlns'));
    const isClean = attributes.every(({ name, value }) =>
      name === 'href' ? isFragment(value) : ATTRIBUTES.includes(name) && !refersOutside(value),
    );
    if (!isKnown || !isClean || cleanCss(styles) !== styles) {
      throw noDrawing('The drawing contains forbidden content');
    }
  }
};

/** Runs before parsing, because a parser compares an element's attributes with each other. */
const refuseTooManyAttributes = (source: string): void => {
  // No attribute holds a `<`.
  if (source.split('<').some((piece) => piece.split('=').length > MOST_ATTRIBUTES)) {
    throw noDrawing('An element of the drawing has too many attributes');
  }
};

const refuseTooMany = (elements: number): void => {
  if (elements > MOST_ELEMENTS) throw noDrawing('The drawing has too many elements');
};

/** Runs before parsing, because a parser takes long for a deep document, or runs out of stack. */
const refuseTooDeep = (source: string): void => {
  let depth = 0;
  for (const [, closes, , isEmpty] of source.matchAll(/<(\/?)([A-Za-z][^<>]*?)(\/?)>/g)) {
    if (closes) depth--;
    else if (!isEmpty && ++depth > DEEPEST) throw noDrawing('The drawing is nested too deeply');
  }
};

/** How many elements are drawn; one that `use` repeats counts each time. @throws if a use contains itself. */
const weightOf = (root: Element): number => {
  const byId = new Map(elementsIn(root).map((element) => [element.getAttribute('id'), element]));
  const weights = new Map<Element, number>();
  const weigh = (element: Element): number => {
    const known = weights.get(element);
    if (known !== undefined) {
      if (Number.isNaN(known)) throw noDrawing('The drawing repeats itself without end');
      return known;
    }
    weights.set(element, NaN);
    let weight = 1;
    for (const child of element.children) weight += weigh(child);
    if (element.nodeName === 'use') {
      const address = element.getAttribute('href');
      const used = address && byId.get(address.slice(1));
      if (used) weight += weigh(used);
    }
    weights.set(element, weight);
    return weight;
  };
  return weigh(root);
};
