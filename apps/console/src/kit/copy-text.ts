/** By the browser's older way, from a field that stands on the page for a moment. */
const copyByHand = (text: string): boolean => {
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  return isCopied;
};

/** Copies a text; false where it could not. Over plain HTTP browsers have no clipboard for a page to write to. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByHand(text);
  }
};
