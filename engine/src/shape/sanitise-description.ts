import type { JsonObject } from '@footnote/contract/json-object'
import { textOf } from './read-schema.ts'

const LONGEST = 400

/** What a model is told of a property: what the caller says, and the rules that it is not shown. */
export function sanitiseDescription(schema: JsonObject): string {
  const said = (textOf(schema['description']) || textOf(schema['title'])).slice(0, LONGEST).trim()
  const rules = [FORMATS[textOf(schema['format'])] ?? '', ...LIMITS.map(limit => limit(schema))]
  const told = rules.filter(rule => rule !== '').join(', ')
  if (told === '') return said
  return said === '' ? told : `${said} (${told})`
}

const FORMATS: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  date: 'a day as YYYY-MM-DD',
  'date-time': 'a time as YYYY-MM-DDTHH:MM:SSZ',
  uri: 'the id of the evidence whose address is wanted',
  email: 'an e-mail address',
})

const LIMITS = [
  limit('minimum', most => `at least ${most}`),
  limit('maximum', most => `at most ${most}`),
  limit('exclusiveMinimum', most => `more than ${most}`),
  limit('exclusiveMaximum', most => `less than ${most}`),
  limit('multipleOf', of => `a multiple of ${of}`),
  limit('minLength', least => `at least ${least} characters`),
  limit('maxLength', most => `at most ${most} characters`),
  limit('minItems', least => `at least ${least} items`),
  limit('maxItems', most => `at most ${most} items`),
  ({ uniqueItems }: JsonObject) => (uniqueItems === true ? 'no item twice' : ''),
]

function limit(keyword: string, tell: (value: number) => string): (schema: JsonObject) => string {
  return schema => {
    const value = schema[keyword]
    return typeof value === 'number' ? tell(value) : ''
  }
}
