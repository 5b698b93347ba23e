import { findSchemaProblems } from '@footnote/contract/output-schema'
import {
  applyEdits,
  findNodeAtLocation,
  getNodeValue,
  type JSONPath,
  modify,
  type Node,
  parseTree,
} from 'jsonc-parser'
import { segmentsOf } from './read-schema.ts'

/** Layout of the schemas that the page writes. */
export const FORMATTING = { tabSize: 2, insertSpaces: true } as const

/**
 * Adds what a schema lacks: closes every object, requires every property, makes the root an object.
 * It replaces nothing that has another meaning. The contract's check reports a few problems at a
 * time, so it runs until nothing more can be fixed.
 */
export function completeSchema(text: string): string {
  let mended = text
  let before: string
  do {
    before = mended
    for (const { path } of findSchemaProblems(JSON.parse(mended), ''))
      mended = mend(mended, segmentsOf(path))
  } while (mended !== before)
  return mended
}

function mend(text: string, segments: readonly string[]): string {
  const member = segments.at(-1)
  const tree = parseTree(text)
  const owner = tree && locate(tree, segments.slice(0, -1))
  if (owner?.node.type !== 'object' || member === undefined) return text
  const value = whatIsMissing(owner.node, { member, isRoot: segments.length === 1 })
  if (value === undefined) return text
  const options = { formattingOptions: FORMATTING }
  return applyEdits(text, modify(text, [...owner.path, member], value, options))
}

function whatIsMissing(
  schema: Node,
  { member, isRoot }: { member: string; isRoot: boolean },
): unknown {
  const present = findNodeAtLocation(schema, [member])
  switch (member) {
    case 'type':
      return isRoot && !present ? 'object' : undefined
    case 'additionalProperties':
      return !present || present.value === true ? false : undefined
    case 'required': {
      if (present && present.type !== 'array') return undefined
      const listed: readonly unknown[] = present ? getNodeValue(present) : []
      const lacking = namesOf(schema).filter(name => !listed.includes(name))
      return lacking.length > 0 ? [...listed, ...lacking] : undefined
    }
    default:
      return undefined
  }
}

function namesOf(schema: Node): readonly string[] {
  const properties = findNodeAtLocation(schema, ['properties'])
  if (properties?.type !== 'object') return []
  return (properties.children ?? []).map(({ children }) => children?.[0]?.value as string)
}

/** Finds the node of a JSON Pointer, with its path in jsonc-parser's form. */
function locate(
  tree: Node,
  segments: readonly string[],
): { node: Node; path: JSONPath } | undefined {
  const path: JSONPath = []
  let node: Node | undefined = tree
  for (const segment of segments) {
    path.push(node.type === 'array' ? Number(segment) : segment)
    node = findNodeAtLocation(node, path.slice(-1))
    if (!node) return undefined
  }
  return { node, path }
}
