/** English sentences of services, with `{name}` for their variable parts, and their translations. */
export type ServiceMessages = Readonly<Record<string, string>>;

const PART = /\{(\w+)\}/g;

const fixedLength = (sentence: string): number => sentence.replace(PART, '').length;

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The pattern of a sentence, with a named group for each variable part. */
const patternOf = (sentence: string): RegExp => {
  const parts = sentence
    .split(PART)
    .map((text, index) => (index % 2 === 0 ? escaped(text) : `(?<${text}>.+?)`));
  return new RegExp(`^${parts.join('')}$`, 's');
};

/**
 * Makes the translation of services' messages, which are in English. The matching sentence with the longest fixed text counts; its
 * variable parts are translated, too. A message without a matching sentence stays as it is.
 */
export const serviceMessagesIn = (messages: ServiceMessages): ((message: string) => string) => {
  const sentences = Object.entries(messages)
    .filter(([sentence]) => sentence.includes('{'))
    .sort(([one], [other]) => fixedLength(other) - fixedLength(one));
  let patterns: [RegExp, string][] | undefined;
  const translated = (message: string): string => {
    if (Object.hasOwn(messages, message)) return messages[message]!;
    patterns ??= sentences.map(([sentence, translation]) => [patternOf(sentence), translation]);
    for (const [pattern, translation] of patterns) {
      const found = pattern.exec(message)?.groups;
      if (found) return translation.replace(PART, (_, name: string) => translated(found[name]!));
    }
    return message;
  };
  return translated;
};
