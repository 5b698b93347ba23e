import { type Html, type HtmlPart, html } from './html.ts'
import { type Field, listFields, type Schema } from './list-fields.ts'
import { renderTable } from './render-table.ts'
import { objectOf } from './shared-objects.ts'

/** The fields of a body, each with its type, whether it must be there, and its rules. */
export function renderFields({
  caption,
  schema,
  direction,
}: {
  caption: HtmlPart
  schema: object
  direction: 'request' | 'response'
}): Html {
  const presence = (field: Field) => {
    if (direction === 'response') return !field.required && html`<span>sometimes</span>`
    return field.required ? html`<strong>required</strong>` : html`<span>optional</span>`
  }
  return renderTable({
    caption,
    head: ['Field', direction === 'request' ? 'Meaning and rules' : 'Meaning'],
    rows: listFields(schema as Schema).map(field => ({
      cells: [
        html`<code>${breakable(field.path)}</code> <small>${field.type} ${presence(field)}</small>`,
        joined([field.schema.description, ...rulesOf(field)]),
      ],
    })),
  })
}

function rulesOf({ schema, format }: Field): HtmlPart[] {
  const shared = objectOf(schema)
  const words = schema.enum ?? (schema.const === undefined ? [] : [String(schema.const)])
  return [
    shared && html`See <a href="#${shared.id}">${shared.title}</a>.`,
    words.length > 0 && html`${words.length > 1 ? 'One of ' : 'Always '}${codes(words)}.`,
    schema.default !== undefined && html`Default <code>${String(schema.default)}</code>.`,
    schema.maxLength && `At most ${schema.maxLength.toLocaleString('en-US')} characters.`,
    schema.maxItems && `At most ${schema.maxItems.toLocaleString('en-US')} items.`,
    format !== undefined && html`Format <a href="#format-${format}">${format}</a>.`,
  ].filter(rule => rule !== 0)
}

/** Long paths break after a dot rather than inside a name. */
function breakable(path: string): HtmlPart[] {
  return path.split('.').map((name, index) => [index > 0 && html`.<wbr>`, name])
}

function codes(words: readonly string[]): HtmlPart[] {
  return words.map((word, index) => [index > 0 && ', ', html`<code>${word}</code>`])
}

function joined(sentences: readonly HtmlPart[]): HtmlPart[] {
  const present = sentences.filter(sentence => sentence !== undefined && sentence !== false)
  return present.map((sentence, index) => [index > 0 && ' ', sentence])
}
