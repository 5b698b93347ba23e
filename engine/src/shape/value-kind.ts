import { words } from '../text/words.ts'
import { type AnswerKind, kindOfNoun } from './answer-kind.ts'
import { withoutMeasures } from './property-words.ts'

/** Kinds of values that can be told from others by how they are written. */
export type ValueKind = 'date' | 'money' | 'number' | 'percent' | 'person'

const DATES = /^(?:date|year|day|month|decade|century|birthday|deadline)s?$/
/** Nouns that may as well be answered by words. */
const LOOSE = /^(?:people|person|general|code|range|value|worth|size|total|time)s?$/
const PEOPLE = /^(?:lead|contact|chairperson|spokesperson)s?$/
const EVENT = /\b(?:founded|established|born|died|started|ended|published|signed|opened) (?:on|at)$/

/** What a value must be, as far as the property's name in words or its format says it. */
export function valueKind(name: string, format: string): ValueKind | undefined {
  if (/^date(?:-time)?$/.test(format)) return 'date'
  if (EVENT.test(name)) return 'date'
  if (/^(?:number|count|amount) of\b/.test(name)) return 'number'
  if (/\wed by$|\b(?:written|led|built|run|drawn) by$/.test(name)) return 'person'
  if (DATES.test(words(name).at(-1)?.folded ?? '')) return 'date'
  const last = words(withoutMeasures(name)).at(-1)
  if (!last || LOOSE.test(last.folded)) return undefined
  if (PEOPLE.test(last.folded)) return 'person'
  const kind = kindOfNoun(last.stem)
  return isTold(kind) ? kind : undefined
}

function isTold(kind: AnswerKind | undefined): kind is ValueKind {
  return kind === 'money' || kind === 'number' || kind === 'percent' || kind === 'person'
}
