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

/** Elements of a drawing, those that `use` repeats counted each time. */
const MOST_ELEMENTS = 50_000;
/** Of one element, and texts behind it that look so. */
const MOST_ATTRIBUTES = 1_000;
/** Deeper than any editor nests, and shallow enough for whatever walks through it. */
const DEEPEST = 500;

/** Why a drawing can't be a plan, in a sentence, and the way out that always is. */
export const noDrawing = (reason: string) =>
  new NoPlan(`${reason}. Save it as a plain SVG or as .png, and choose that`);

/**
 * A drawing without anything that runs, loads or leads anywhere: only known elements and attributes, and references only
 * to fragments of itself.
 * @throws NoPlan where it can't be read, or isn't worth being shown.
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
    throw noDrawing('Nothing is left of the drawing without what is not allowed in it');
  }
  return { text, width: size.width, height: size.height };
};

/** A document type of an editor says nothing; one that declares entities is refused. */
const withoutDoctype = (source: string): string => {
  const [doctype] = /<!DOCTYPE[^>[]*[>[]/i.exec(source) ?? [];
  if (doctype?.endsWith('[')) throw noDrawing('The drawing should not declare entities');
  const plain = doctype ? source.replace(doctype, '') : source;
  if (/<!(?:DOCTYPE|ENTITY)/i.test(plain)) throw noDrawing('The drawing should not declare entities');
  return plain;
};

const elementsIn = (root: Element): Element[] => [root, ...root.querySelectorAll('*')];

const XLINK = 'http://www.w3.org/1999/xlink';

/** One way to write what can be written in two: CDATA as the text that it stands for, `xlink:href` as `href`. */
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
    // Ids keep their meaning: the drawing is shown in a document of its own.
    SANITIZE_DOM: false,
    KEEP_CONTENT: false,
  });
};

/** Looks at what was written with other eyes than those it was cleaned with. */
const refuseUnlessClean = (root: Element): void => {
  for (const element of elementsIn(root)) {
    const isKnown = element.namespaceURI === SVG_NAMESPACE && ELEMENTS.includes(element.nodeName);
    const styles = element.nodeName === 'style' ? (element.textContent ?? '') : '';
    const attributes = [...element.attributes].filter(({ name }) => !name.startsWith('xmlns'));
    const isClean = attributes.every(({ name, value }) =>
      name === 'href' ? isFragment(value) : ATTRIBUTES.includes(name) && !refersOutside(value),
    );
    if (!isKnown || !isClean || cleanCss(styles) !== styles) {
      throw noDrawing('The drawing holds what is not allowed in it');
    }
  }
};

/** Before anything reads it: what reads an element compares its attributes with each other. */
const refuseTooManyAttributes = (source: string): void => {
  // No attribute holds a `<`.
  if (source.split('<').some((piece) => piece.split('=').length > MOST_ATTRIBUTES)) {
    throw noDrawing('The drawing has an element of too many attributes');
  }
};

const refuseTooMany = (elements: number): void => {
  if (elements > MOST_ELEMENTS) throw noDrawing('The drawing has too many elements');
};

/** Before anything reads it: what reads a deep document takes long, or runs out of stack. */
const refuseTooDeep = (source: string): void => {
  let depth = 0;
  for (const [, closes, , isEmpty] of source.matchAll(/<(\/?)([A-Za-z][^<>]*?)(\/?)>/g)) {
    if (closes) depth--;
    else if (!isEmpty && ++depth > DEEPEST) throw noDrawing('The drawing is nested too deeply');
  }
};

/** How many elements are drawn, those that `use` repeats counted each time. @throws where a use holds itself. */
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
