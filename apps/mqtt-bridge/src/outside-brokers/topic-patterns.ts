/** Stands for the level of a topic that has the device's name. */
const DEVICE = '{deviceName}';
const LONGEST_PATTERN = 1_024;

/** The topics of a fleet at an outside broker, such as `plant/+/{deviceName}/data`. */
class TopicPattern {
  readonly levels: readonly string[];

  constructor(readonly text: string) {
    this.levels = text.split('/');
  }

  /** The topic filter of MQTT. */
  get filter(): string {
    return this.levels.map((level) => (level === DEVICE ? '+' : level)).join('/');
  }

  /** The level in the place of the device's name; null: the topic does not match. */
  nameIn(topic: readonly string[]): string | null {
    let name: string | null = null;
    for (const [index, level] of this.levels.entries()) {
      if (level === '#') return name;
      const given = topic[index];
      if (given === undefined) return null;
      if (level === DEVICE) name = given;
      else if (level !== '+' && level !== given) return null;
    }
    return this.levels.length === topic.length ? name : null;
  }

  /** Whether a topic can belong to both. */
  overlaps(other: TopicPattern): boolean {
    for (let index = 0; ; index++) {
      const [one, another] = [this.levels[index], other.levels[index]];
      if (one === '#' || another === '#') return true;
      if (one === undefined || another === undefined) return one === another;
      if (one !== another && !isWild(one) && !isWild(another)) return false;
    }
  }
}

const isWild = (level: string): boolean => level === '+' || level === DEVICE;

/** Why a text is no pattern, in words that follow it; null: it is one. */
const faultOf = (text: string): string | null => {
  const levels = text.split('/');
  if (levels.filter((level) => level === DEVICE).length !== 1)
    return `should have one level that is ${DEVICE}, as in plant/${DEVICE}/data`;
  if (text.length > LONGEST_PATTERN || text.includes('\0'))
    return `should be a topic of at most ${LONGEST_PATTERN} characters`;
  if (levels[0] === '$share') return 'should not begin with $share, which Telemon adds where it is needed';
  if (levels.some((level) => level !== DEVICE && /[{}]/.test(level)))
    return `should have no braces but those of ${DEVICE}`;
  const isMisplaced = (level: string, index: number) =>
    (level.includes('+') && level !== '+') ||
    (level.includes('#') && (level !== '#' || index < levels.length - 1));
  return levels.some(isMisplaced) ? 'should have + as a whole level, and # as the last one' : null;
};

/** The topics that are read from an outside broker. No topic belongs to two of the patterns. */
export class TopicPatterns {
  /** The topic filters of MQTT for all of them. */
  readonly filters: readonly string[];

  private constructor(private readonly patterns: readonly TopicPattern[]) {
    this.filters = patterns.map(({ filter }) => filter);
  }

  /**
   * Reads patterns that are separated by commas.
   * @throws Error with the fault of the list, as it continues the name of a variable
   */
  static of(list: string): TopicPatterns {
    const texts = list.split(',').map((text) => text.trim());
    for (const text of texts) {
      const fault = faultOf(text);
      if (fault) throw new Error(`has "${text}", which ${fault}`);
    }
    const patterns = texts.map((text) => new TopicPattern(text));
    for (const [index, pattern] of patterns.entries()) {
      const before = patterns.slice(0, index).find((other) => other.overlaps(pattern));
      if (before) {
        const fault = 'a topic can belong to both, and brokers may send its messages twice';
        throw new Error(`has "${before.text}" and "${pattern.text}": ${fault}`);
      }
    }
    return new TopicPatterns(patterns);
  }

  /** The level of a topic in the place of a device's name; null: no pattern matches. */
  nameIn(topic: string): string | null {
    const levels = topic.split('/');
    for (const pattern of this.patterns) {
      const name = pattern.nameIn(levels);
      if (name !== null) return name;
    }
    return null;
  }
}
