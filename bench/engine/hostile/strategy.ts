/** An entry of a writing prompt: a quote (E) or a sentence that code calculated (F). */
export interface Shown {
  readonly id: string
  readonly title: string
  readonly text: string
}

/** A sentence of a model with its citations. */
export interface Attempt {
  readonly text: string
  readonly ids: readonly string[]
  /** The sentence is true if it ends up citing a quote with these words. */
  readonly trueOf?: string
  /** A heading or a table row instead of a sentence. */
  readonly shape?: 'heading' | 'row'
}

export interface Strategy {
  readonly name: string
  /** The sentence; none if the quote has nothing that the strategy changes. */
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

/** Replaces one of the matches in a text. */
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

/** Returns a sentence without its full stop, to be continued. */
export function open(text: string): string {
  return text.replace(/\.$/, '')
}
