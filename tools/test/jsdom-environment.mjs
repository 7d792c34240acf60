import JSDOMEnvironment from '@jest/environment-jsdom-abstract';
import * as jsdom from 'jsdom';

/** Globals of browsers and Node that jsdom lacks. Headers are Node's too, as its Response reads them faster. */
const OF_NODE = { Headers, ReadableStream, Response, structuredClone };

const ofMachine = process.env.TZ;
const setTimeZone = (zone) => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
};

/** The environment of component tests: a page in jsdom. With `setTimeZone`, a spec gives the browser another time zone. */
export default class ComponentEnvironment extends JSDOMEnvironment {
  constructor(config, context) {
    super(config, context, jsdom);
    // A spec has only a copy of the environment variables.
    Object.assign(this.global, OF_NODE, { setTimeZone });
  }

  handleTestEvent(event) {
    // While a spec waits, each attempt makes an error; jest's hundred frames make that slow.
    if (event.name === 'setup') this.global.Error.stackTraceLimit = 10;
  }

  async teardown() {
    setTimeZone(ofMachine);
    await super.teardown();
  }

  exportConditions() {
    return ['source', 'browser'];
  }
}
