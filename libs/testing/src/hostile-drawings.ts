const XMLNS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

/** SVG drawings that try to run a script or to send a request to `canary`; each also has a harmless rectangle. */
export const hostileDrawings = (canary: string): Record<string, string> => {
  const svg = (inside: string, attributes = '') =>
    `<svg ${XMLNS} viewBox="0 0 40 30" ${attributes}><rect id="wall" width="9" height="9"/>${inside}</svg>`;
  const at = (name: string) => `${canary}/${name}`;
  const style = (css: string) => svg(`<style>${css}</style>`);
  return {
    script: svg(`<script>fetch("${at('script')}")</script>`),
    'script elsewhere': svg(`<script href="${at('script-href')}"/>`),
    'script by xlink': svg(`<script xlink:href="${at('script-xlink')}"/>`),
    'script in CDATA': svg(`<script><![CDATA[fetch("${at('cdata')}")]]></script>`),
    'script of another namespace': svg(
      `<x:script xmlns:x="http://www.w3.org/1999/xhtml" src="${at('html')}"/>`,
    ),
    onload: svg('', `onload="fetch('${at('onload')}')"`),
    onerror: svg(`<image href="x:" onerror="fetch('${at('onerror')}')"/>`),
    onbegin: svg(`<animate onbegin="fetch('${at('onbegin')}')" attributeName="x" dur="1s"/>`),
    'onclick in a group': svg(`<g onclick="fetch('${at('onclick')}')"><path d="M0 0h9"/></g>`),
    foreignObject: svg(
      `<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="${at('fo')}"/></foreignObject>`,
    ),
    'a frame': svg(
      `<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${at('frame')}"/></foreignObject>`,
    ),
    'a refresh': svg(
      `<meta xmlns="http://www.w3.org/1999/xhtml" http-equiv="refresh" content="0;url=${at('meta')}"/>`,
    ),
    'a style sheet': svg(
      `<link xmlns="http://www.w3.org/1999/xhtml" rel="stylesheet" href="${at('link')}"/>`,
    ),
    'an instruction': `<?xml-stylesheet href="${at('pi')}" type="text/css"?>${svg('')}`,
    image: svg(`<image href="${at('image')}" width="9" height="9"/>`),
    'image by xlink': svg(`<image xlink:href="${at('image-xlink')}" width="9" height="9"/>`),
    'image in data': svg(
      `<image width="9" height="9" href="data:image/svg+xml,${encodeURIComponent(svg(`<image href="${at('nested')}"/>`))}"/>`,
    ),
    'use elsewhere': svg(`<use href="${at('use')}#a"/>`),
    'use of data': svg(`<use href="data:image/svg+xml,${encodeURIComponent(svg(''))}#wall"/>`),
    'use without a scheme': svg(`<use href="//${canary.slice(7)}/use2#a"/>`),
    'a link that runs': svg('<a href="javascript:fetch(1)"><path d="M0 0h9"/></a>'),
    'a link that is set': svg(`<a><set attributeName="href" to="${at('set')}"/><path d="M0 0h9"/></a>`),
    'an animated address': svg(`<use><animate attributeName="href" values="${at('anim')}#a"/></use>`),
    feImage: svg(`<filter id="f"><feImage href="${at('fe')}"/></filter><path filter="url(#f)" d="M0 0h9"/>`),
    'a fill': svg(`<path fill="url(${at('fill')}#a)" d="M0 0h9"/>`),
    'a mask': svg(`<path mask="url('${at('mask')}#a')" d="M0 0h9"/>`),
    'a clip path': svg(`<path clip-path='url( "${at('clip')}#a" )' d="M0 0h9"/>`),
    'a marker': svg(`<path marker-start="url(${at('marker')}#a)" d="M0 0h9"/>`),
    'a cursor': svg(`<path cursor="url(${at('cursor')})" d="M0 0h9"/>`),
    'a gradient of another': svg(`<linearGradient id="g" href="${at('gradient')}#a"/>`),
    'a pattern of another': svg(`<pattern id="p" xlink:href="${at('pattern')}#a"/>`),
    'a text path elsewhere': svg(`<text><textPath href="${at('textpath')}#a">x</textPath></text>`),
    '@import': style(`@import "${at('import')}";`),
    '@import with url': style(`@IMPORT url(${at('import-url')});`),
    '@import with a comment': style(`@import/**/url(${at('import-comment')});`),
    '@font-face': style(`@font-face { font-family: a; src: url(${at('font')}) } text { font-family: a }`),
    'an escaped url': style(`path { fill: u\\72l(${at('escaped')}#a) }`),
    'an image set': style(`svg { background: image-set("${at('image-set')}" 1x) }`),
    'a style attribute': svg(`<path style="background-image: url(${at('style')})" d="M0 0h9"/>`),
    'a style of the root': svg('', `style="background: url(${at('root')})"`),
    'a style closed early': style(`a{}&lt;/style&gt;&lt;image href="${at('closed')}"/&gt;`),
    'an entity from outside': `<!DOCTYPE svg [<!ENTITY x SYSTEM "${at('entity')}">]>${svg('<text>&x;</text>')}`,
    'a document type from outside': `<!DOCTYPE svg SYSTEM "${at('dtd')}">${svg('')}`,
    'a thousand laughs': `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>${svg('<text>&b;</text>')}`,
    'UTF-7': `<?xml version="1.0" encoding="UTF-7"?>${svg('+ADw-script+AD4-')}`,
    XInclude: svg(`<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${at('xi')}"/>`),
    'a base': svg(`<use href="x#a"/>`, `xml:base="${at('base')}/"`),
    'a sound and a film': svg(
      `<video xmlns="http://www.w3.org/1999/xhtml" autoplay="" src="${at('video')}"/>`,
    ),
  };
};
