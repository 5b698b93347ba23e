import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { findSchemaProblems } from '@footnote/contract/output-schema'
import {
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'

/** Something wrong with a schema, and where in its text. */
export interface SchemaProblem {
  readonly message: string
  readonly offset: number
  readonly length: number
  /** Both from 1. */
  readonly line: number
  readonly column: number
}

interface SchemaReading {
  readonly problems: readonly SchemaProblem[]
  /** Whether it is JSON at all; rules come after that. */
  readonly isJson: boolean
  /** Only where nothing is wrong. */
  readonly schema?: JsonObject
}

const SYNTAX: Readonly<Record<string, string>> = {
  InvalidSymbol: 'This is no JSON value; text stands in double quotes.',
  InvalidNumberFormat: 'This number is not written as JSON writes numbers.',
  PropertyNameExpected: 'A name in double quotes is missing here.',
  ValueExpected: 'A value is missing here.',
  ColonExpected: 'A colon is missing here.',
  CommaExpected: 'A comma is missing before this.',
  CloseBraceExpected: 'A closing brace } is missing.',
  CloseBracketExpected: 'A closing bracket ] is missing.',
  EndOfFileExpected: 'The schema has ended before this.',
  InvalidCommentToken: 'JSON has no comments.',
  UnexpectedEndOfString: 'This text has no closing quote.',
  InvalidEscapeCharacter: 'This is no escape that JSON knows.',
  InvalidCharacter: 'This character must be escaped.',
}

/** A schema as it is typed: first whether it is JSON, then whether it keeps the contract's rules. */
export function readSchema(text: string): SchemaReading {
  try {
    return read(text)
  } catch {
    // The parser calls itself for each level, and there are limits to that.
    return { isJson: false, problems: [problemAt(text, 'This is nested too deeply.', 0, 1)] }
  }
}

function read(text: string): SchemaReading {
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { disallowComments: true })
  const found = errors.map(({ error, offset, length }) =>
    problemAt(text, SYNTAX[printParseErrorCode(error)] ?? 'This is not JSON.', offset, length),
  )
  if (found.length > 0) return { isJson: false, problems: found }
  const schema = parseStrictly(text)
  if (!tree || schema === undefined)
    return { isJson: false, problems: [problemAt(text, 'Write a JSON Schema.', 0, text.length)] }
  if (!isJsonObject(schema))
    return { isJson: true, problems: [problemAt(text, 'Must be an object.', 0, text.length)] }
  const problems = findSchemaProblems(schema, '').map(({ path, message }) => {
    const { offset, length } = findPlace(tree, path)
    return problemAt(text, `${nameOf(path)} ${message}.`, offset, length)
  })
  return problems.length > 0 ? { isJson: true, problems } : { isJson: true, problems: [], schema }
}

/** What will be sent is what the browser itself reads. */
function parseStrictly(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The place that a JSON Pointer names, or of what it is missing from. */
function findPlace(tree: Node, path: string): Pick<Node, 'offset' | 'length'> {
  let place = tree
  for (const member of segmentsOf(path)) {
    const inside = findNodeAtLocation(place, [place.type === 'array' ? Number(member) : member])
    // What is missing from a whole object is shown by its brace.
    if (!inside) return { offset: place.offset, length: 1 }
    place = inside
  }
  return place
}

export function segmentsOf(path: string): readonly string[] {
  return path
    .split('/')
    .slice(1)
    .map(segment => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function nameOf(path: string): string {
  const segments = segmentsOf(path)
  const name = segments.at(-1) ?? 'The schema'
  const owner = segments.at(-2)
  return owner === undefined ? name : `${name} of ${owner}`
}

function problemAt(text: string, message: string, offset: number, length: number): SchemaProblem {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { message, offset, length, line, column: offset - before.lastIndexOf('\n') }
}
