/**
 * Copies the text of an element, and says whether that went well. Over plain HTTP browsers have no clipboard for a page
 * to write to; there the text is marked and copied as if by hand. Where that fails too, it is left marked.
 */
export const copyText = async (element: HTMLElement): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(element.textContent);
    return true;
  } catch {
    window.getSelection()?.selectAllChildren(element);
    return document.execCommand('copy');
  }
};
