import vocabulary from '../../data/words.json' with { type: 'json' }

/** A figure that no collection has, as two that they do have. */
export interface Derived {
  readonly named: string
  readonly by: 'minus' | 'times' | 'per'
  /** The second figure, of which the first is a share. */
  readonly whole?: string
  /** Says the figure by itself, in place of the name. */
  readonly say?: string
  /** For each of the two, the attributes that may hold it, with their qualifier. */
  readonly of: readonly (readonly (readonly string[])[])[]
}

interface Words {
  readonly words: readonly string[]
  readonly main?: string
  readonly of?: Readonly<Record<string, readonly string[]>>
}

const PROFILES: Readonly<Record<string, Words>> = vocabulary.attributes['world-factbook']
const PERSONS = ['person', 'capita', 'head', 'inhabitant', 'citizen']
const PEOPLE = [['Population', 'total'], ['Population by year']]

/** Figures from two others: those with words of their own, and each amount of a country divided by its population. */
export const DERIVED: readonly (Derived & { readonly words: readonly string[] })[] = [
  ...(vocabulary.derived as readonly (Derived & { readonly words: readonly string[] })[]),
  ...Object.entries(PROFILES).flatMap(([label, { main = '', words, of }]) =>
    Object.entries({ [main]: words, ...of }).map(([qualifier, phrases]) => ({
      words: phrases.flatMap(one => PERSONS.map(person => `${one} per ${person}`)),
      named: `${phrases[0]} per person`,
      by: 'per' as const,
      of: [[[label, qualifier]], PEOPLE],
    })),
  ),
]
