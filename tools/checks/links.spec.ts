import { describe, expect, it } from '@jest/globals';
import { anchorsIn, linksIn } from './links.ts';

describe('the links of a page', () => {
  it('are found outside code, without links to other sites', () => {
    const text = 'See [a](a.md), [b](b.md#part), [c](#here), [d](https://example.org/d) and `[e](e.md)`.';
    expect(linksIn(text)).toEqual(['a.md', 'b.md#part', '#here']);
  });
});

describe('the anchor of a heading', () => {
  it('has small letters, hyphens for blanks, and no punctuation', () => {
    expect([...anchorsIn("# One word\ntext\n## `code`, a/b: that's it\n")]).toEqual([
      'one-word',
      'code-ab-thats-it',
    ]);
  });

  it('has a number if another heading of the page has the same words', () => {
    expect([...anchorsIn('# Again\n## Again\n## Again\n')]).toEqual(['again', 'again-1', 'again-2']);
  });
});
