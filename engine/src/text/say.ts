/** A piece of a sentence, with the numbers that code calculated and the sources behind it. */
export interface Phrase<Source> {
  readonly text: string
  readonly numbers: readonly number[]
  readonly sources: readonly Source[]
}

export type Piece<Source> = Phrase<Source> | string | number | undefined

/** Joins pieces to a phrase. A bare number counts as calculated. */
export function say<Source = never>(
  strings: TemplateStringsArray,
  ...pieces: readonly Piece<Source>[]
): Phrase<Source> {
  const phrases = pieces.map(toPhrase)
  return {
    text: strings.reduce((text, next, at) => `${text}${phrases[at - 1]?.text ?? ''}${next}`),
    numbers: phrases.flatMap(({ numbers }) => numbers),
    sources: phrases.flatMap(({ sources }) => sources),
  }
}

function toPhrase<Source>(piece: Piece<Source>): Phrase<Source> {
  if (typeof piece === 'object') return piece
  const numbers = typeof piece === 'number' ? [piece] : []
  return { text: String(piece ?? ''), numbers, sources: [] }
}

/** "a, b and c". */
export function list<Source = never>(pieces: readonly Piece<Source>[]): Phrase<Source> {
  return pieces.reduce<Phrase<Source>>(
    (all, next, at) => say`${all}${at === 0 ? '' : at < pieces.length - 1 ? ', ' : ' and '}${next}`,
    { text: '', numbers: [], sources: [] },
  )
}

export function joinAnd(items: readonly string[]): string {
  return list(items).text
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Fills the `{slots}` of a template; a slot without a value stays empty. */
export function fillSlots(
  template: string,
  values: Readonly<Record<string, string | number | undefined>>,
): string {
  return template.replace(/\{(\w+)\}/g, (_, slot: string) => String(values[slot] ?? ''))
}
