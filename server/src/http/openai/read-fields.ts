import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { type Problem, pointer } from '@footnote/contract/problem'
import type { ApiError } from '../../api-error.ts'
import { invalid } from '../validate-body.ts'

/** An error about one field of the request. */
export function refuse(path: string, message: string): ApiError {
  const problem: Problem = { path, message }
  return invalid('INVALID_REQUEST', [problem])
}

/** Refuses fields whose effect a caller would miss. Settings of a sampler have none here. */
export function refuseFields(body: JsonObject, refused: Readonly<Record<string, string>>): void {
  for (const [name, message] of Object.entries(refused)) {
    const value = body[name]
    const isAbsent = value === undefined || value === null || value === false
    const isEmpty = Array.isArray(value) && value.length === 0
    if (!isAbsent && !isEmpty) throw refuse(pointer('', name), message)
  }
}

/** The text of the last message from the user. Research starts from a question, not from a chat. */
export function lastQuestion(items: unknown, path: string, textType: string): string {
  if (typeof items === 'string') return items
  if (!Array.isArray(items)) throw refuse(path, 'must be a list of messages')
  const index = items.findLastIndex(item => isJsonObject(item) && item['role'] === 'user')
  if (index === -1) throw refuse(path, 'must contain a message with the role "user"')
  const { content } = items[index] as JsonObject
  const place = pointer(pointer(path, index), 'content')
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) throw refuse(place, 'must be text')
  const texts = content.map((part, at) => {
    if (isJsonObject(part) && part['type'] === textType && typeof part['text'] === 'string') {
      return part['text']
    }
    throw refuse(pointer(place, at), 'must be text; images, sound and files are not supported')
  })
  return texts.join('\n')
}

/** The JSON Schema of a format, where the caller asks for one. */
export function schemaOf(
  format: unknown,
  path: string,
  findSchema: (format: JsonObject) => unknown,
) {
  if (format === undefined || format === null) return undefined
  const type = isJsonObject(format) ? format['type'] : undefined
  if (type === 'text') return undefined
  if (type !== 'json_schema') throw refuse(path, 'must be of type "text" or "json_schema"')
  const schema = findSchema(format as JsonObject)
  if (!isJsonObject(schema)) throw refuse(path, 'must contain a JSON Schema')
  return schema
}
