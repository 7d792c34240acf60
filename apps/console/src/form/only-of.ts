/** The one thing that there is to choose, so that nobody has to. */
export const onlyOf = <Choice>(choices: readonly Choice[] | undefined): Choice | undefined =>
  choices?.length === 1 ? choices[0] : undefined;
