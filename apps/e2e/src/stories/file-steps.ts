import type { Locator } from 'playwright-core';

/** A file in the format of Playwright's file choosers. */
export const asChosen = async (file: File) => ({
  name: file.name,
  mimeType: file.type,
  buffer: Buffer.from(await file.arrayBuffer()),
});

/** Drops a text file on an element. */
export const dropOn = async (place: Locator, file: File): Promise<void> => {
  const { name, type } = file;
  const data = await place.page().evaluateHandle(
    (dropped) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([dropped.text], dropped.name, { type: dropped.type }));
      return transfer;
    },
    { name, type, text: await file.text() },
  );
  await place.dispatchEvent('drop', { dataTransfer: data });
};

/** The centre of `inner`, as fractions of the width and height of `outer`. */
export const middleWithin = async (inner: Locator, outer: Locator): Promise<[x: number, y: number]> => {
  const [one, around] = [(await inner.boundingBox())!, (await outer.boundingBox())!];
  return [
    (one.x + one.width / 2 - around.x) / around.width,
    (one.y + one.height / 2 - around.y) / around.height,
  ];
};
