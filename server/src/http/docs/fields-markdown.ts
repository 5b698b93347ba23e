import { markdownTable } from '@footnote/contract/markdown-table'
import { type Field, listFields, type Schema } from './list-fields.ts'
import { objectOf } from './shared-objects.ts'

/** The fields of a body, each with its type, whether it must be there, and its rules. */
export function fieldsMarkdown(schema: object, direction: 'request' | 'response'): string {
  return markdownTable(
    ['Field', direction === 'request' ? 'Meaning and rules' : 'Meaning'],
    listFields(schema as Schema).map(field => [
      `\`${field.path}\` *${[field.type, presence(field, direction)].filter(Boolean).join(', ')}*`,
      [field.schema.description, ...rulesOf(field)].filter(Boolean).join(' '),
    ]),
  )
}

function presence({ required }: Field, direction: 'request' | 'response'): string {
  if (direction === 'response') return required ? '' : 'sometimes'
  return required ? 'required' : 'optional'
}

function rulesOf({ schema, format }: Field): (string | false | 0 | undefined)[] {
  const shared = objectOf(schema)
  const words = schema.enum ?? (schema.const === undefined ? [] : [String(schema.const)])
  return [
    shared && `See [${shared.title}](#${shared.id}).`,
    words.length > 0 &&
      `${words.length > 1 ? 'One of' : 'Always'} ${words.map(word => `\`${word}\``).join(', ')}.`,
    schema.default !== undefined && `Default \`${schema.default}\`.`,
    schema.maxLength && `At most ${schema.maxLength.toLocaleString('en-US')} characters.`,
    schema.maxItems && `At most ${schema.maxItems.toLocaleString('en-US')} items.`,
    format !== undefined && `Format [${format}](#format-${format}).`,
  ]
}
