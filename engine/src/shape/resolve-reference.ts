import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'

const LOCAL = /^#\/(\$defs|definitions)\/([^/]+)$/

/** What a `$ref` stands for; only the definitions at the root of the same schema can be meant. */
export function resolveReference(root: JsonObject, reference: unknown): unknown {
  const [, keyword = '', encoded = ''] = LOCAL.exec(String(reference)) ?? []
  const definitions = root[keyword]
  const name = decode(encoded)
  if (!isJsonObject(definitions) || !Object.hasOwn(definitions, name)) return undefined
  return definitions[name]
}

function decode(token: string): string {
  const plain = token.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}
