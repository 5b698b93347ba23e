import { jsonrepair } from 'jsonrepair'
import type { Static, TSchema } from 'typebox'
import { Check, Clean, Errors } from 'typebox/value'

const MOST_PROBLEMS = 8
/** Prose before a value may contain braces too. */
const MOST_BEGINNINGS = 30
/** Limit on repairs, which take quadratic time on hostile text. */
const LONGEST_TO_REPAIR = 60_000

/** Returns the value in a reply, or its problems by path and rule, without text of the reply. */
export function readValue<Shape extends TSchema>(
  reply: string,
  { shape, mayRepair }: { readonly shape: Shape; readonly mayRepair: boolean },
): { readonly value: Static<Shape> } | { readonly problems: readonly string[] } {
  let problems: readonly string[] | undefined
  for (const text of candidates(reply, mayRepair)) {
    const [found] = parsed(text)
    if (found === undefined) continue
    const tidy = Clean(shape, found)
    if (Check(shape, tidy)) return { value: tidy }
    problems ??= describeProblems(shape, tidy)
  }
  return { problems: problems ?? ['it is no JSON'] }
}

/** Yields texts that may be the value, the likeliest first. */
function* candidates(reply: string, mayRepair: boolean): Generator<string> {
  // A valid value may contain tags.
  yield reply
  const said = stripThinking(reply)
  const end = said.lastIndexOf('}') + 1
  const first = said.indexOf('{')
  let start = first
  for (let tries = 0; start !== -1 && start < end && tries < MOST_BEGINNINGS; tries++) {
    yield said.slice(start, end)
    start = said.indexOf('{', start + 1)
  }
  if (!mayRepair || first === -1 || end <= first || said.length > LONGEST_TO_REPAIR) return
  try {
    yield jsonrepair(said.slice(first, end))
  } catch {
    // It is beyond repair.
  }
}

function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    return []
  }
}

function describeProblems(shape: TSchema, value: unknown): string[] {
  const problems = Errors(shape, value).map(
    ({ instancePath, message }) =>
      // A path may have names that the model made up.
      `${/^[\w/-]{1,80}$/.test(instancePath) ? instancePath : 'the value'} ${message}`,
  )
  return [...new Set(problems)].slice(0, MOST_PROBLEMS)
}

const OPENING = '(?:<(?:think|thinking|thought|reasoning)>|\\[think\\])'
const CLOSING = '(?:</(?:think|thinking|thought|reasoning)>|\\[/think\\])'
const THINKING = new RegExp(`${OPENING}[\\s\\S]*?(?:${CLOSING}|$)`, 'gi')
/** A closing tag without an opening one, which was in the prompt's template. */
const OPENED_ELSEWHERE = new RegExp(`^(?:(?!${OPENING})[\\s\\S])*?${CLOSING}`, 'i')

/** Removes thinking from a reply. Thinking that is never closed extends to the end. */
export function stripThinking(text: string): string {
  return text
    .replace(OPENED_ELSEWHERE, '')
    .replace(THINKING, '')
    .replace(new RegExp(CLOSING, 'gi'), '')
}
