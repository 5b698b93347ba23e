import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import type { FastifyRequest } from 'fastify'
import { badFields } from './wire-error.ts'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** The body as a JSON object, whatever type it claims to have. */
export function readBody(request: FastifyRequest): JsonObject {
  const body = parse(request.body as Buffer | undefined)
  if (isJsonObject(body)) return withoutNulls(body)
  throw badFields([
    { type: 'model_attributes_type', loc: ['body'], msg: 'Input should be a valid object' },
  ])
}

function parse(body: Buffer | undefined): unknown {
  try {
    return JSON.parse(decoder.decode(body))
  } catch {
    // The parser's own message would quote the body.
    throw badFields([{ type: 'json_invalid', loc: ['body'], msg: 'Input should be valid JSON' }])
  }
}

/** Clients in other languages send null for what is not set. */
function withoutNulls(body: JsonObject): JsonObject {
  const entries = Object.entries(body)
    .filter(([, value]) => value !== null)
    .map(([name, value]): [string, unknown] => [
      name,
      name === 'source_control' && isJsonObject(value) ? withoutNulls(value) : value,
    ])
  return Object.fromEntries(entries)
}
