import JSDOMEnvironment from '@jest/environment-jsdom-abstract';
import * as jsdom from 'jsdom';

/** Globals of browsers and Node that jsdom lacks. Headers are Node's too, as its Response reads them faster. */
const OF_NODE = { Headers, ReadableStream, Response, structuredClone };

/** The environment of component tests: a page in jsdom. */
export default class ComponentEnvironment extends JSDOMEnvironment {
  constructor(config, context) {
    super(config, context, jsdom);
    Object.assign(this.global, OF_NODE);
  }

  exportConditions() {
    return ['source', 'browser'];
  }
}
