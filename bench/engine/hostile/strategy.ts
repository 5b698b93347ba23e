/** What a prompt for writing shows: a quote (E) or a sentence that code calculated (F). */
export interface Shown {
  readonly id: string
  readonly title: string
  readonly text: string
}

/** A sentence that a model writes, and what it says that it rests on. */
export interface Attempt {
  readonly text: string
  readonly ids: readonly string[]
  /** It is true after all where it ends up citing a quote with these words. */
  readonly trueOf?: string
  /** A sentence of the report, where it is nothing else. */
  readonly shape?: 'heading' | 'row'
}

export interface Strategy {
  readonly name: string
  /** What it tells; nothing where the quote has nothing of the kind that it changes. */
  readonly make: (quote: Shown, others: Others) => Attempt | undefined
}

export interface Others {
  /** The other quotes of the prompt. */
  readonly others: readonly Shown[]
  readonly draw: () => number
}

export function pick<One>(list: readonly One[], draw: () => number): One | undefined {
  return list[Math.floor(draw() * list.length)]
}

/** A strategy that changes the words of one quote and cites it. */
export function changing(
  name: string,
  change: (text: string, others: Others & { readonly quote: Shown }) => string | undefined,
): Strategy {
  return {
    name,
    make(quote, others) {
      const text = change(quote.text, { ...others, quote })
      return text === undefined || text === quote.text ? undefined : { text, ids: [quote.id] }
    },
  }
}

/** The text with something else in the place of one of the matches. */
export function replaceOne(
  text: string,
  pattern: RegExp,
  { draw, by }: { draw: () => number; by: (match: RegExpExecArray) => string | undefined },
): string | undefined {
  const match = pick([...text.matchAll(pattern)], draw)
  const instead = match && by(match)
  if (match === undefined || instead === undefined) return undefined
  return text.slice(0, match.index) + instead + text.slice(match.index + match[0].length)
}

/** A sentence without its full stop, to go on with. */
export function open(text: string): string {
  return text.replace(/\.$/, '')
}
