import { jsonrepair } from 'jsonrepair'
import type { Static, TSchema } from 'typebox'
import { Check, Clean, Errors } from 'typebox/value'
import { type CallOptions, type Model, ModelFault, type Prompt } from './model.ts'

interface AskOptions<Shape extends TSchema> extends CallOptions {
  /** Lists what is wrong with a value of the shape, for the next attempt. */
  readonly check?: (value: Static<Shape>) => readonly string[] | Promise<readonly string[]>
  readonly repairs?: number
}

const MOST_PROBLEMS = 12
const LONGEST_PROBLEM = 300
/** Limit on repairs of the text, which take quadratic time if it is hostile. */
const LONGEST_TO_REPAIR = 60_000

/**
 * Asks a model for a value. If the reply has none, or one that does not pass the check, the model is asked
 * again and gets to know why. All attempts share the time. Rejects with a ModelFault. The schema of the prompt
 * is that of the shape, unless it has its own.
 */
export async function ask<Shape extends TSchema>(
  model: Model,
  { shape, schema = shape, ...prompt }: Prompt & { readonly shape: Shape },
  { check, repairs = 1, timeoutMs, ...options }: AskOptions<Shape>,
): Promise<Static<Shape>> {
  const endsAt = performance.now() + timeoutMs
  // Endpoints enforce a schema, but few show it to the model.
  const system = `${prompt.system}\n\nReply with JSON alone, by this JSON schema: ${JSON.stringify(schema)}`
  let user = prompt.user
  for (let left = repairs; ; left -= 1) {
    const { text, isCut } = await model.send(
      { ...prompt, system, user, schema },
      { ...options, timeoutMs: endsAt - performance.now() },
    )
    const found = readValue(text, shape)
    const problems = 'value' in found ? ((await check?.(found.value)) ?? []) : found.problems
    if ('value' in found && problems.length === 0) return found.value
    if (left === 0) {
      throw new ModelFault('garbled', 'the model did not send what was asked for')
    }
    user = `${prompt.user}\n\n${complaint(problems, isCut)}`
  }
}

function complaint(problems: readonly string[], isCut: boolean): string {
  const reasons = problems.slice(0, MOST_PROBLEMS).map(one => one.slice(0, LONGEST_PROBLEM))
  const brief = isCut ? ', and be brief: the last reply was cut off' : ''
  return `An earlier reply to this was of no use: ${reasons.join('; ')}. Reply with JSON alone, by the schema${brief}.`
}

/** Returns the value in a reply, or its problems by path and rule, without text of the reply. */
export function readValue<Shape extends TSchema>(
  reply: string,
  shape: Shape,
): { readonly value: Static<Shape> } | { readonly problems: readonly string[] } {
  // A valid value may contain tags, so the whole reply comes first.
  const found = parsed(reply) ?? parsed(jsonIn(stripThinking(reply)))
  if (found === undefined) return { problems: ['it is no JSON'] }
  const tidy = Clean(shape, found)
  return Check(shape, tidy) ? { value: tidy } : { problems: describeProblems(shape, tidy) }
}

/** The object in a reply, without prose and fences around it, and repaired if it is broken or cut off. */
function jsonIn(text: string): string {
  const rest = text.slice(Math.max(0, text.indexOf('{')))
  const whole = rest.slice(0, rest.lastIndexOf('}') + 1)
  if (parsed(whole) !== undefined || !rest.startsWith('{') || rest.length > LONGEST_TO_REPAIR) {
    return whole
  }
  for (const broken of [whole, rest]) {
    try {
      return jsonrepair(broken)
    } catch {
      // The other one may be repaired.
    }
  }
  return ''
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function describeProblems(shape: TSchema, value: unknown): string[] {
  const problems = Errors(shape, value).map(
    ({ instancePath, message }) =>
      // A path may have names that the model made up.
      `${/^[\w/-]{1,80}$/.test(instancePath) ? instancePath : 'the value'} ${message}`,
  )
  return [...new Set(problems)]
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
