/** The levels below a level, by their names in the filters. */
interface Level {
  readonly below: Map<string, Level>;
  /** A filter ends here. */
  isEnd: boolean;
}

const newLevel = (): Level => ({ below: new Map(), isEnd: false });

/**
 * Topic filters as a tree of their levels, so that a topic is compared with all of them at once. MQTT has these rules (5.0, section
 * 4.7): `+` stands for one whole level, also an empty one; `#` for all further levels, and for none; neither, as the first
 * level, for a name that begins with `$`.
 */
export class TopicFilters {
  private readonly root = newLevel();

  constructor(filters: Iterable<string>) {
    for (const filter of filters) {
      let level = this.root;
      for (const name of filter.split('/')) {
        const below = level.below.get(name) ?? newLevel();
        level.below.set(name, below);
        level = below;
      }
      level.isEnd = true;
    }
  }

  /** Whether one of the filters matches a topic's name. */
  matches(topic: string): boolean {
    let reached = [this.root];
    let mayBeWild = !topic.startsWith('$');
    for (const name of topic.split('/')) {
      if (mayBeWild && reached.some(endsInRest)) return true;
      const wanted = mayBeWild ? [name, '+'] : [name];
      reached = reached.flatMap(({ below }) => wanted.flatMap((each) => below.get(each) ?? []));
      mayBeWild = true;
    }
    return reached.some((level) => level.isEnd || endsInRest(level));
  }
}

const endsInRest = ({ below }: Level): boolean => below.has('#');
