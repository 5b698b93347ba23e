import { isJsonObject } from '@footnote/contract/json-object'
import { jsonrepair } from 'jsonrepair'
import type { Static, TSchema } from 'typebox'
import { Check, Clean, Errors } from 'typebox/value'

const MOST_PROBLEMS = 8
const DEEPEST = 32

/** Returns the value in a reply, or its problems by path and rule, without text of the reply. */
export function readValue<Shape extends TSchema>(
  reply: string,
  { shape, mayRepair }: { readonly shape: Shape; readonly mayRepair: boolean },
): { readonly value: Static<Shape> } | { readonly problems: readonly string[] } {
  let problems: readonly string[] | undefined
  for (const found of findJson(reply, { mayRepair })) {
    // Unknown properties are left out, unless the shape allows them.
    const tidy = Clean(shape, dropNulls(shape, found))
    if (Check(shape, tidy)) return { value: tidy }
    problems ??= describeProblems(shape, tidy)
  }
  return { problems: problems ?? ['it is no JSON'] }
}

function describeProblems(shape: TSchema, value: unknown): string[] {
  const problems = Errors(shape, value).map(
    ({ instancePath, message }) =>
      // A place may hold names that the model made up.
      `${/^[\w/-]{1,80}$/.test(instancePath) ? instancePath : 'the value'} ${message}`,
  )
  return [...new Set(problems)].slice(0, MOST_PROBLEMS)
}

/** Null for an optional property means that it is left out. */
function dropNulls(schema: unknown, value: unknown, depth = 0): unknown {
  if (!isJsonObject(schema) || depth > DEEPEST) return value
  if (Array.isArray(value)) return value.map(item => dropNulls(schema['items'], item, depth + 1))
  const { properties } = schema
  if (!isJsonObject(value) || !isJsonObject(properties)) return value
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  const kept = Object.entries(value).filter(
    ([name, inner]) => inner !== null || required.has(name) || allowsNull(own(properties, name)),
  )
  return Object.fromEntries(
    kept.map(([name, inner]) => [name, dropNulls(own(properties, name), inner, depth + 1)]),
  )
}

/** Names are the model's: `constructor` is one that every object has. */
function own(properties: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(properties, name) ? properties[name] : undefined
}

function allowsNull(schema: unknown): boolean {
  return schema !== undefined && Check(schema as TSchema, null)
}

/** Prose before a value may contain brackets too. */
const MOST_BEGINNINGS = 30
/** Limit on repairs, which take quadratic time on hostile text. */
const LONGEST_TO_REPAIR = 60_000

/** Yields values that a reply may have meant, the likeliest first. */
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

/** Returns the text of the first fenced code block. */
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
    // A value inside a cut-off value is not the value.
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

/** The last resort: repair makes a value of almost anything, even a list of words out of prose. */
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

const TAG = /<(\/?)(?:think|thinking|thought|reasoning)>|\[(\/?)think\]/gi

/**
 * Removes thinking from a reply. Thinking that is never closed extends to the end. A closing tag without an
 * opening one, which was in the prompt's template, ends thinking that began with the reply.
 */
export function stripThinking(text: string): string {
  let said = ''
  let depth = 0
  /** The start of the text that is not yet classified. */
  let from = 0
  /** The end of the last nested closing tag. */
  let innerEnd: number | undefined
  let isOpened = false

  for (const { 0: tag, 1: slash, 2: bracketSlash, index } of text.matchAll(TAG)) {
    const isClosing = slash === '/' || bracketSlash === '/'
    const end = index + tag.length
    if (!isClosing) {
      if (depth === 0) said += text.slice(from, index)
      depth += 1
      isOpened = true
      innerEnd = undefined
    } else if (depth > 0) {
      depth -= 1
      innerEnd = depth > 0 ? end : undefined
      from = end
    } else {
      // Only thinking that nothing opened can come first; later ones are stray marks.
      if (isOpened) said += text.slice(from, index)
      else said = ''
      isOpened = true
      from = end
    }
  }
  // Thinking may mention the opening tag; the text after its only closing tag is the reply.
  if (depth > 0) return innerEnd === undefined ? said : said + text.slice(innerEnd)
  return said + text.slice(from)
}

/** A longer reply is not a refusal, whatever it begins with. */
const MOST_CHARACTERS = 500

const SORRY =
  /^(?:(?:i(?:['’]m| am) )?(?:really |very |so )?sorry|i apologi[sz]e|my apologies|as an ai(?: language)?(?: model| assistant)?)\b/i
const UNABLE = /\b(?:can['’]?t|cannot|can not|unable|not able|won['’]t|will not|not allowed)\b/i
const FLATLY =
  /^i(?: can['’]?t| cannot| can not| won['’]t| will not| am unable to|['’]m unable to| must decline to) (?:help|assist|comply|fulfil|continue|create|discuss|engage|support|process|do)\b/i
const ELSEWHERE =
  /^(?:(?:es )?tut mir (?:sehr )?leid|(?:je suis )?désolé|lo siento|mi dispiace|sinto muito|извините|抱歉|对不起|很抱歉|申し訳|죄송)/i

/** Returns whether a model declined the task. */
export function isRefusal(text: string): boolean {
  const said = text.trim()
  if (said.length > MOST_CHARACTERS) return false
  return (SORRY.test(said) && UNABLE.test(said)) || FLATLY.test(said) || ELSEWHERE.test(said)
}

/** Keywords that every endpoint enforces. Code checks the rest in the reply. */
const KEPT = ['type', 'description', 'enum', 'const', 'minimum', 'maximum', 'minItems', 'maxItems']

/**
 * A shape as endpoints want it: strict grammars have every property required and no others, so what
 * may be left out may be null instead.
 */
export function wireSchema(shape: unknown, depth = 0): Record<string, unknown> {
  if (!isJsonObject(shape) || depth > DEEPEST) return {}
  const inner = (schema: unknown) => wireSchema(schema, depth + 1)
  const schema: Record<string, unknown> = {}
  for (const key of KEPT) if (shape[key] !== undefined) schema[key] = shape[key]
  if (typeof shape['$ref'] === 'string') schema['$ref'] = shape['$ref']
  if (isJsonObject(shape['$defs'])) schema['$defs'] = mapValues(shape['$defs'], inner)
  const choices = shape['anyOf'] ?? shape['oneOf']
  if (Array.isArray(choices)) schema['anyOf'] = choices.map(inner)
  if (isJsonObject(shape['items'])) schema['items'] = inner(shape['items'])
  const { properties } = shape
  if (isJsonObject(properties)) {
    const required = new Set(Array.isArray(shape['required']) ? shape['required'] : [])
    schema['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        required.has(name) ? inner(property) : { anyOf: [inner(property), { type: 'null' }] },
      ]),
    )
    schema['required'] = Object.keys(properties)
    schema['additionalProperties'] = false
  }
  return schema
}

function mapValues(object: Record<string, unknown>, change: (value: unknown) => unknown) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
}
