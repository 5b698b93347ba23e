import vocabulary from '../../data/words.json' with { type: 'json' }

interface Tournament {
  readonly names: readonly string[]
  /** Years that no single final decided, as a regular expression. */
  readonly noFinal?: string
}

const EACH: Readonly<Record<string, Tournament>> = vocabulary.tournaments.each

/** The words for titles and lost finals by label, from those that all tournaments share. */
export const TOURNAMENTS = Object.fromEntries(
  Object.entries(EACH).flatMap(([tournament, { names, noFinal = '' }]) =>
    Object.entries(vocabulary.tournaments.records).map(([kind, { words, ...own }]) => [
      `${tournament} ${kind}`,
      {
        ...JSON.parse(
          JSON.stringify(own)
            .replaceAll('{tournament}', tournament)
            .replaceAll('{noFinal}', noFinal),
        ),
        words: names.flatMap(name => words.map(word => word.replace('{name}', name))),
      },
    ]),
  ),
)

/** Returns whether a final decided the tournament of the year. */
export function hasFinal(tournament: string, year: number): boolean {
  const { noFinal } = EACH[tournament] ?? {}
  return !noFinal || !new RegExp(`^(?:${noFinal})`).test(`${year}`)
}
