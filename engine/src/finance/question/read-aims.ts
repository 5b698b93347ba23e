import list from '../words.json' with { type: 'json' }

/** An aim that words of a question show: a verdict, a change, each year, and so on. */
export type Aim = keyof typeof list.aims

const PATTERNS = new Map(
  Object.entries(list.aims).map(([aim, words]) => [
    aim,
    new RegExp(`\\b(?:${words.replaceAll(' ', '\\s+')})(?!\\w)`, 'gi'),
  ]),
)

/** Returns whether the text has words that show the aim. */
export function aimsAt(text: string, aim: Aim): boolean {
  return findAim(text, aim) >= 0
}

/** The offset of the words that show the aim, or -1. */
export function findAim(text: string, aim: Aim): number {
  return text.search(PATTERNS.get(aim) ?? /$^/)
}

/** Blanks out the words that show the aim. */
export function withoutAim(text: string, aim: Aim): string {
  return text.replace(PATTERNS.get(aim) ?? /$^/, words => ' '.repeat(words.length))
}
