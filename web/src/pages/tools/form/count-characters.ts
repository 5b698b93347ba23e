import { type Tool, tools } from '@footnote/contract/tools'

const NEAR = 0.8

/** Counts code points, as the contract does, so that an emoji counts once. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

export function questionLimit(tool: Tool): number {
  return tools[tool].question.mostCharacters
}

/** Describes how much of the limit is used, once it is nearly reached. */
export function characterNote(text: string, most: number): string | undefined {
  // A text never has more code points than code units.
  if (text.length < most * NEAR) return undefined
  const count = countCharacters(text)
  if (count < most * NEAR) return undefined
  const numbers = `${COUNT.format(count)} of ${COUNT.format(most)} characters`
  return count > most ? `${numbers}: ${COUNT.format(count - most)} too many` : numbers
}

const COUNT = new Intl.NumberFormat('en')
