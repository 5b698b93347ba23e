import type { Draw } from '../../simulation/draw.ts'
import { HOSTILE_SCHEMAS, HOSTILE_TEXTS, HOSTILE_VALUES } from './hostile-values.ts'
import type { Operation, Parameter } from './operations.ts'

export interface FuzzRequest {
  /** Undefined if the request is of no documented operation. */
  readonly operation: Operation | undefined
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: Buffer | undefined
}

interface Known {
  readonly operations: readonly Operation[]
  readonly keys: readonly string[]
  /** Identifiers that replies have named, by the name of their field, so that requests find something. */
  readonly ids: ReadonlyMap<string, readonly Owned[]>
}

export interface Owned {
  readonly id: string
  readonly key: string
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'] as const
const TYPES = ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'a/b;;', '']
const ACCEPTS = ['text/event-stream', 'text/csv', '*/*', 'application/json;q=0', 'nonsense', ',,']
const STRANGE_HEADERS = [
  'transfer-encoding-x',
  'x-forwarded-for',
  'x-forwarded-host',
  'forwarded',
  'cookie',
  'origin',
  'range',
  'if-none-match',
  'content-encoding',
  'accept-encoding',
  'x-http-method-override',
  'traceparent',
  'idempotency-key',
]

/** Draws a request: one in eight is valid, the others have one to three faults. */
export function makeRequest(draw: Draw, known: Known): FuzzRequest {
  const operation = oneOf(draw, known.operations)
  const faults = draw.isOneIn(8) ? 0 : draw.number(1, 3)
  const isHit = () => faults > 0 && draw.isOneIn(6)
  const method = isHit() && draw.isOneIn(4) ? oneOf(draw, METHODS) : operation.method
  const headers: Record<string, string> = {}
  const query = new URLSearchParams()
  let path = operation.path
  let key = oneOf(draw, known.keys)
  for (const parameter of operation.parameters) {
    const owned = oneOf(draw, known.ids.get(parameter.name) ?? [])
    const value = isHit() ? oneOf(draw, HOSTILE_TEXTS) : (owned?.id ?? exampleOf(parameter))
    if (owned && !isHit()) key = owned.key
    if (parameter.in === 'path') {
      path = path.replace(`{${parameter.name}}`, encodeURIComponent(value) || '%20')
    } else if (draw.isOneIn(3)) {
      if (parameter.in === 'query') query.append(parameter.name, value)
      else headers[parameter.name.toLowerCase()] = value
    }
  }
  if (isHit()) query.append(oneOf(draw, HOSTILE_TEXTS), oneOf(draw, HOSTILE_TEXTS))
  const authorization = drawAuthorization(draw, key, isHit())
  if (authorization !== undefined) headers['authorization'] = authorization
  if (draw.isOneIn(6)) headers['accept'] = oneOf(draw, ACCEPTS)
  if (isHit()) headers[oneOf(draw, STRANGE_HEADERS)] = oneOf(draw, HOSTILE_TEXTS)
  const body = drawBody(draw, operation, faults)
  if (body) headers['content-type'] = isHit() ? oneOf(draw, TYPES) : 'application/json'
  return {
    operation: known.operations.find(
      other => other.method === method && other.path === operation.path,
    ),
    method,
    path: query.size > 0 ? `${path}?${query}` : path,
    headers,
    body,
  }
}

/** Each ID of a call can be used once. */
function exampleOf({ name, example }: Parameter): string {
  return name === 'Footnote-Request-Id' ? crypto.randomUUID() : String(example)
}

function drawAuthorization(draw: Draw, key: string, isHit: boolean): string | undefined {
  if (!isHit) return `Bearer ${key}`
  return draw.isOneIn(3)
    ? undefined
    : oneOf(draw, [
        `Bearer ${oneOf(draw, HOSTILE_TEXTS)}`,
        'Basic eDp5',
        `Bearer fn_${'a'.repeat(43)}`,
      ])
}

function drawBody(draw: Draw, { bodies }: Operation, faults: number): Buffer | undefined {
  const example = bodies.length > 0 ? oneOf(draw, bodies) : undefined
  if (example === undefined) return faults > 0 && draw.isOneIn(20) ? Buffer.from('{}') : undefined
  let text = JSON.stringify(example)
  for (let left = faults; left > 0; left -= 1) text = spoil(draw, text)
  return Buffer.from(text)
}

/** Changes one place of a JSON text; the result may be no JSON any more. */
function spoil(draw: Draw, text: string): string {
  const at = draw.number(0, text.length)
  switch (draw.pick({ value: 8, key: 3, schema: 2, cut: 1, byte: 1, double: 1, wrap: 1 })) {
    case 'value':
      return replaceOne(
        draw,
        text,
        /"(?:[^"\\]|\\.)*"(?!:)|-?\d+(?:\.\d+)?|true|false|null/g,
        HOSTILE_VALUES,
      )
    case 'key':
      return text.replace(
        '{',
        `{${JSON.stringify(oneOf(draw, HOSTILE_TEXTS))}:${oneOf(draw, HOSTILE_VALUES)},`,
      )
    case 'schema':
      return text.replace('{', `{"output_schema":${oneOf(draw, HOSTILE_SCHEMAS)},`)
    case 'cut':
      return text.slice(0, at)
    case 'byte':
      return `${text.slice(0, at)}${oneOf(draw, ['\u0000', '\ufeff', '{', '"', ',', '\\'])}${text.slice(at)}`
    case 'double':
      return `${text}${text}`
    default:
      return `[${text}]`
  }
}

function replaceOne(draw: Draw, text: string, places: RegExp, values: readonly string[]): string {
  const found = [...text.matchAll(places)]
  const { index, 0: old } = found[draw.number(0, Math.max(0, found.length - 1))] ?? {
    index: 0,
    0: '',
  }
  return `${text.slice(0, index)}${oneOf(draw, values)}${text.slice(index + old.length)}`
}

function oneOf<Item>(draw: Draw, items: readonly Item[]): Item {
  return items[draw.number(0, items.length - 1)] as Item
}
