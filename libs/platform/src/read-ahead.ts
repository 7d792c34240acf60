/** Has the next item fetched while the present one is worked on. */
export async function* readAhead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  try {
    let next = items.next();
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = items.next();
      // It is heard of with the next item, unless nobody wants that any more.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await items.return(undefined);
  }
}
