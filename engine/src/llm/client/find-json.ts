import { jsonrepair } from 'jsonrepair'
import { stripThinking } from './strip-thinking.ts'

/** Prose in front of a value may hold brackets of its own. */
const MOST_BEGINNINGS = 30
/** Repairing takes time by the square of the length, for what is made to be slow. */
const LONGEST_TO_REPAIR = 60_000

/** Values that a reply may have meant, the likeliest first; made only as far as they are asked for. */
export function* findJson(
  reply: string,
  { mayRepair }: { readonly mayRepair: boolean },
): Generator<unknown> {
  yield* parsed(reply)
  const said = stripThinking(reply).trim()
  yield* parsed(said)
  const fenced = insideFence(said)
  if (fenced !== undefined) yield* parsed(fenced)
  for (const text of balanced(said)) yield* parsed(text)
  if (mayRepair) yield* repaired(fenced ?? said)
}

function* parsed(text: string): Generator<unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return
  }
  yield value
}

/** What stands between the first line of three ticks and the next three. */
function insideFence(text: string): string | undefined {
  const opening = /```(?:json\w?)?[^\S\n]*\n/i.exec(text)
  if (!opening) return undefined
  const start = opening.index + opening[0].length
  const end = text.indexOf('```', start)
  return end === -1 ? undefined : text.slice(start, end).trim()
}

/** Objects and lists from their first bracket to the one that closes it. */
function* balanced(text: string): Generator<string> {
  let at = 0
  for (let beginning = 0; beginning < MOST_BEGINNINGS; beginning += 1) {
    const start = nextBracket(text, at)
    if (start === -1) return
    const end = closingBracket(text, start)
    // What is inside of a value that was cut off is not the value.
    if (end === -1) return
    yield text.slice(start, end + 1)
    at = end + 1
  }
}

function nextBracket(text: string, from: number): number {
  const offset = text.slice(from).search(/[{[]/)
  return offset === -1 ? -1 : from + offset
}

function closingBracket(text: string, start: number): number {
  let depth = 0
  let isQuoted = false
  for (let index = start; index < text.length; index += 1) {
    const character = text[index]
    if (isQuoted) {
      if (character === '\\') index += 1
      else if (character === '"') isQuoted = false
    } else if (character === '"') isQuoted = true
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') {
      depth -= 1
      if (depth === 0) return index
    }
  }
  return -1
}

/** The last resort, as it makes something of almost anything: a list of words out of prose, even. */
function* repaired(text: string): Generator<unknown> {
  const start = nextBracket(text, 0)
  if (start === -1 || text.length > LONGEST_TO_REPAIR) return
  let json: string
  try {
    json = jsonrepair(text.slice(start))
  } catch {
    return
  }
  yield* parsed(json)
}
