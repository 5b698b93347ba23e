import { ExtractError, MAX_DEPTH, MAX_RECORDS } from './extraction.ts'

/** A JSON value whose numbers are strings as in the file, so that 1.10 stays 1.10. */
export type JsonValue = string | boolean | null | readonly JsonValue[] | JsonObject

export interface JsonObject {
  readonly [key: string]: JsonValue
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value of a file, or the values of its lines for JSON Lines. */
export function parseJson(text: string): JsonValue {
  refuseDepth(text)
  try {
    return parseValue(text)
  } catch (error) {
    const lines = text.split('\n').filter(line => line.trim() !== '')
    const isJsonLines = lines.length > 1 && lines.length <= MAX_RECORDS
    if (!isJsonLines || !canParse(lines[0] ?? '')) throw invalid(error)
    return lines.map((line, at) => {
      try {
        return parseValue(line)
      } catch (cause) {
        throw invalid(cause, ` on line ${at + 1} of its lines`)
      }
    })
  }
}

/** Node passes a reviver the source text of a value; the types lack it. */
type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown

function parseValue(text: string): JsonValue {
  const keepNumber: Reviver = (_, value, { source }) =>
    typeof value === 'number' ? (source ?? String(value)) : value
  return JSON.parse(text, keepNumber as (key: string, value: unknown) => unknown)
}

function canParse(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function refuseDepth(text: string): void {
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') isQuoted = !isQuoted
    else if (isQuoted) {
      if (sign === '\\') at += 1
    } else if (sign === '[' || sign === '{') depth += 1
    else if (sign === ']' || sign === '}') depth -= 1
    if (depth > MAX_DEPTH) {
      throw new ExtractError(`is nested more than ${MAX_DEPTH} levels deep; flatten it`)
    }
  }
}

function invalid(cause: unknown, where = ''): ExtractError {
  const reason = cause instanceof Error ? cause.message.slice(0, 200) : String(cause)
  return new ExtractError(`is not valid JSON${where}: ${reason}`, { cause })
}
