import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { findSchemaProblems } from '@footnote/contract/output-schema'
import {
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'

/** A problem with a schema and its place in the text. */
export interface SchemaProblem {
  readonly message: string
  readonly offset: number
  readonly length: number
  /** Lines and columns start at 1. */
  readonly line: number
  readonly column: number
}

interface SchemaReading {
  readonly problems: readonly SchemaProblem[]
  /** Whether the text is JSON; the rules are checked only then. */
  readonly isJson: boolean
  /** Present if there are no problems. */
  readonly schema?: JsonObject
}

const SYNTAX: Readonly<Record<string, string>> = {
  InvalidSymbol: 'This isn’t a JSON value. Put text in double quotes.',
  InvalidNumberFormat: 'This isn’t a valid JSON number.',
  PropertyNameExpected: 'Add a property name in double quotes.',
  ValueExpected: 'Add a value.',
  ColonExpected: 'Add a colon.',
  CommaExpected: 'Add a comma before this.',
  CloseBraceExpected: 'Add a closing brace }.',
  CloseBracketExpected: 'Add a closing bracket ].',
  EndOfFileExpected: 'Remove everything after the end of the schema.',
  InvalidCommentToken: 'Remove the comment: JSON doesn’t allow comments.',
  UnexpectedEndOfString: 'Add a closing quote.',
  InvalidEscapeCharacter: 'This isn’t a valid JSON escape.',
  InvalidCharacter: 'Escape this character.',
}

/** Checks a schema as it is typed: first whether it is JSON, then the contract's rules. */
export function readSchema(text: string): SchemaReading {
  try {
    return read(text)
  } catch {
    // The parser recurses once per level and can exhaust the stack.
    return { isJson: false, problems: [problemAt(text, 'The schema is nested too deeply.', 0, 1)] }
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
    return { isJson: false, problems: [problemAt(text, 'Enter a JSON Schema.', 0, text.length)] }
  if (!isJsonObject(schema))
    return {
      isJson: true,
      problems: [problemAt(text, 'The schema must be a JSON object.', 0, text.length)],
    }
  const problems = findSchemaProblems(schema, '').map(({ path, message }) => {
    const { offset, length } = findPlace(tree, path)
    return problemAt(text, `${nameOf(path)} ${message}.`, offset, length)
  })
  return problems.length > 0 ? { isJson: true, problems } : { isJson: true, problems: [], schema }
}

/** Parses with the browser's parser, whose result is what gets sent. */
function parseStrictly(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Finds the place of a JSON Pointer, or of the object that lacks it. */
function findPlace(tree: Node, path: string): Pick<Node, 'offset' | 'length'> {
  let place = tree
  for (const member of segmentsOf(path)) {
    const inside = findNodeAtLocation(place, [place.type === 'array' ? Number(member) : member])
    // A missing property is shown at its object's brace.
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
