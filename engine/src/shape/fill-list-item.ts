import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { chooseValue } from './choose-value.ts'
import type { Filling } from './filling.ts'
import { hasFormat } from './formats.ts'
import { measureWish, unitOf } from './measure-wish.ts'
import type { Place } from './place.ts'
import { strongStems, wordsOfName } from './property-words.ts'
import { branchesOf, readSchema, textOf, typesOf } from './read-schema.ts'
import type { ListItem } from './split-list.ts'

interface ItemOptions {
  readonly item: ListItem
  readonly place: Place
}

/** A member of a list as the schema wants it: its text, its figure, or an object of the two. */
export function fillListItem(filling: Filling, schema: JsonObject, options: ItemOptions): unknown {
  for (const branch of branchesOf(filling.schema, schema)) {
    for (const type of typesOf(branch)) {
      filling.spend()
      const value =
        type === 'object'
          ? objectOf(filling, branch, options)
          : scalarOf(branch, { ...options, type, name: options.place.path.join(' ') })
      if (value !== undefined) return value
    }
  }
  return undefined
}

function scalarOf(
  schema: JsonObject,
  { item, type, name }: ItemOptions & { type: string; name: string },
): unknown {
  const allowed = schema['enum']
  if (Array.isArray(allowed)) return chooseValue(allowed, item.text)
  if (type === 'string')
    return hasFormat(item.text, textOf(schema['format'])) ? item.text : undefined
  const { quantity, written } = item
  if ((type !== 'number' && type !== 'integer') || !quantity) return undefined
  const wish = measureWish(name, textOf(schema['description']))
  const unit = quantity.unit === 'percent' ? 'percent' : unitOf(written.slice(quantity.start))
  if (wish.unit !== undefined && unit !== undefined && wish.unit !== unit) return undefined
  const number = Number((quantity.value / wish.scale).toPrecision(15))
  return type === 'integer' && !Number.isSafeInteger(number) ? undefined : number
}

/** One property holds the text and one the figure; others can only be null. */
function objectOf(filling: Filling, schema: JsonObject, options: ItemOptions): unknown {
  const { properties } = schema
  if (!isJsonObject(properties)) return undefined
  const listed = new Set(strongStems(options.place.path.at(-1) ?? ''))
  const taken = new Set<string>()
  const values: [string, unknown][] = []
  for (const [name, property] of Object.entries(properties)) {
    filling.spend()
    const words = wordsOfName(name)
    const value = branchesOf(filling.schema, readSchema(filling.schema, property))
      .flatMap(branch => typesOf(branch).map(type => ({ branch, type })))
      .map(({ branch, type }) => {
        const kind = type === 'integer' ? 'number' : type
        if (type === 'null') return null
        const isOwn = kind === 'number' || strongStems(words).every(stem => listed.has(stem))
        if (taken.has(kind) || !isOwn) return undefined
        return scalarOf(branch, { ...options, type, name: words })
      })
      .find(one => one !== undefined)
    if (value === undefined) return undefined
    if (value !== null) taken.add(typeof value)
    values.push([name, value])
  }
  return taken.has('string') ? Object.fromEntries(values) : undefined
}
