import type { Attribute } from '../facts/fact.ts'
import { findPhrases } from '../facts/find-named.ts'
import type { Lexicon } from '../facts/lexicon.ts'
import type { AskedField } from '../reader/reader.ts'
import { overlaps, type Span } from '../text/span.ts'
import { words } from '../text/words.ts'
import type { RestateOptions } from './restate.ts'

/** A field this far behind the surest one is a guess. */
const FAR_BEHIND = 5
/** An item such as "trade" may mean several fields, of which the model is about equally sure. */
const CLOSE = 2
/** From these log odds on, an answer without the field is no answer. */
export const SURE = 1.5
const ECONOMY = /\beconom(?:y|ies)\b/i
const LIST =
  /^(?<head>.*(?:[:–—]|\b(?:on|by|in terms of|with respect to|regarding|covering|concerning|including))\s)(?<list>[^:?]+?)[?.!\s]*$/is
const SEPARATOR = /\s*,\s*(?:and\s+|&\s*|plus\s+)?|\s+(?:and|&|plus|as well as)\s+/i
const MOST_WORDS = 5
const MOST_ITEMS = 10
/** A clause, a name that is masked, or a time is no item. */
const NO_ITEM =
  /^(?:[XYZW]|\d+|(?:what|which|who|how|why|when|where|is|are|does|do|has|have|it|they)\b.*)$/i

/** The lower-case word that a theme is only a part of: "health minister", "problems with corruption", "trade between". */
const NEXT =
  /^\s+(?:(?:of|in|for|about|from|to|the|its|their)\s+)*(?!(?:and|or|of|in|for|about|from|to|the|its|their|is|are|was|were|has|have|had|does|do|did|over|since|today|now|there|like|facing|situation)\b)\p{Ll}+/u
/** A theme before a list is its title. */
const LISTED = /:.*\p{Ll}{4}.*,/u
const SPENT = /\bspen(?:d|ds|t|ding)\b[^,;:]*\bon (?:its |the )?$/i

/** The fields of a question and of each item that it lists, and the items that have none. */
export async function understandItems(
  question: string,
  { lexicon, reader, signal }: Pick<RestateOptions, 'reader' | 'signal'> & { lexicon: Lexicon },
) {
  const named = themesIn(question, lexicon)
  // The model was not trained on themes, and takes them for something else.
  const plain = named.reduce((left, { phrase }) => left.replace(phrase, ''), question)
  const whole = await reader.understand(plain, { about: 'countries', signal })
  const fields = new Map(surest(whole.fields).map(field => [field.phrase, field]))
  const listed = new Map<string, AskedField>()
  const open: string[] = []
  const fieldsOf = async (text: string) => {
    const { fields: found } = await reader.understand(text, { about: 'countries', signal })
    return surest(found).filter(({ kind }) => kind === 'country')
  }
  const { head, items } = listedItems(question)
  const known = items.length > 0 ? await fieldsOf(head) : []
  for (const written of items) {
    const themes = themesIn(written, lexicon)
    for (const field of themes.flatMap(one => one.fields)) listed.set(field.label, field)
    open.push(...themes.flatMap(one => one.lacks))
    if (themes.length > 0) continue
    const item = /^size$/i.test(written) && ECONOMY.test(head) ? 'size of the economy' : written
    const within = await fieldsOf(`${head} ${item}`)
    const heard = within.filter(({ phrase }) => fields.has(phrase))
    for (const field of heard) listed.set(field.phrase, field)
    if (heard.length > 0) continue
    const own = within.filter(({ phrase }) => !known.some(one => one.phrase === phrase))
    const found = own.length > 0 ? own : await fieldsOf(`What is the ${item} of X?`)
    const close = found.filter(({ score }) => score >= (found[0]?.score ?? 0) - CLOSE)
    for (const field of close) listed.set(field.phrase, field)
    if (close.length === 0) open.push(item)
  }
  const themes = named.filter(({ end }) => items.length === 0 && !LISTED.test(question.slice(end)))
  const own = themes.flatMap(one => one.fields)
  open.push(...themes.flatMap(one => one.lacks))
  return { whole, fields: [...own, ...new Map([...listed, ...fields]).values()], open }
}

/** The themes that a text names, such as "living standards": a field for each attribute, and what no collection has. */
export function themesIn(text: string, lexicon: Lexicon) {
  const taken: Span[] = []
  const phrases = findPhrases(text, words(text), lexicon)
  return phrases
    .toSorted((one, other) => other.words.length - one.words.length)
    .flatMap(({ start, end, text: phrase, senses }) => {
      if (overlaps({ start, end }, taken)) return []
      taken.push({ start, end })
      const at = end + (NEXT.exec(text.slice(end))?.[0].length ?? 0)
      const isPart = at > end && !phrases.some(one => one.start < at && one.end >= at)
      if (isPart || SPENT.test(text.slice(0, start))) return []
      const theme = senses.find(({ type }) => type === 'theme')
      const { sets = [], lacks = [] } = theme?.type === 'theme' ? theme : {}
      const labels = sets.flatMap(([sense]) => sense?.attribute.label ?? [])
      const fields = labels.map(label => ({ kind: 'country', phrase, label, score: SURE }))
      return fields.length + lacks.length > 0 ? [{ start, end, phrase, fields, lacks }] : []
    })
    .toSorted((one, other) => one.start - other.start)
}

function surest(fields: readonly AskedField[]): readonly AskedField[] {
  const least = (fields[0]?.score ?? 0) - FAR_BEHIND
  return fields.filter(({ score }) => score >= least)
}

/** The attributes that a question names, in so many words at least, and the model did not hear. */
export function namedIn(
  text: string,
  {
    fields,
    lexicon,
    least,
  }: { readonly fields: readonly AskedField[]; readonly lexicon: Lexicon; readonly least: number },
): AskedField[] {
  const known = new Set(fields.map(({ label }) => label.split(': ')[0]))
  const named: (Span & AskedField)[] = []
  const themes = themesIn(text, lexicon)
  // "Where do people live longest?" does not ask how many live there.
  const phrases = findPhrases(text, words(text), lexicon).filter(
    one => one.words.length >= least && !/\bpeople\b/i.test(one.text),
  )
  for (const { start, end, text: phrase, senses } of phrases.toSorted(
    (one, other) => other.words.length - one.words.length,
  )) {
    const sense = senses.find(({ type }) => type === 'attribute')
    const label = sense?.type === 'attribute' ? sense.attribute.label : undefined
    if (overlaps({ start, end }, [...themes, ...named])) continue
    if (label === undefined || known.has(label)) continue
    known.add(label)
    named.push({ start, end, kind: 'country', phrase, label, score: SURE })
  }
  return named
}

/** "Muslims" for "religion": the item of a list, or the age, that the question names. */
export function withEntries(
  text: string,
  fields: readonly AskedField[],
  lexicon: Lexicon,
): AskedField[] {
  const named = findPhrases(text, words(text), lexicon).flatMap(({ text: phrase, senses }) =>
    senses.flatMap(sense =>
      sense.type === 'attribute' &&
      sense.qualifier !== undefined &&
      (isList(sense, lexicon) || /^\d/.test(sense.qualifier))
        ? { phrase, id: sense.attribute.id }
        : [],
    ),
  )
  return fields.map(field => {
    const senses = lexicon.find(words(field.phrase).map(({ stem }) => stem))
    const entry = named.find(({ id }) =>
      senses.some(sense => sense.type === 'attribute' && sense.attribute.id === id),
    )
    return entry ? { ...field, phrase: entry.phrase } : field
  })
}

/** The phrases in the order in which a text names their attributes, and those that it does not name. */
export function inOrder(text: string, phrases: readonly string[], lexicon: Lexicon) {
  const named = findPhrases(text, words(text), lexicon)
  const labelsOf = (senses: ReturnType<Lexicon['find']>) =>
    senses.flatMap(sense => (sense.type === 'attribute' ? sense.attribute.label : []))
  const placeOf = (phrase: string) => {
    const labels = labelsOf(lexicon.find(words(phrase).map(({ stem }) => stem)))
    const own = named.find(({ senses }) => labelsOf(senses).some(one => labels.includes(one)))
    return own?.start ?? text.length
  }
  return phrases.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** The words for the first attribute of a theme. */
export function mainOf(phrase: string, lexicon: Lexicon): string | undefined {
  const senses = lexicon.find(words(phrase).map(({ stem }) => stem))
  const [[main] = []] = senses.flatMap(sense => (sense.type === 'theme' ? sense.sets : []))
  return main && lexicon.wordsOf(main.attribute)?.words[0]
}

/** The words for a list that the phrase is a field of: "border" for "length of its border". */
export function listNamed(phrase: string, lexicon: Lexicon): string | undefined {
  const senses = lexicon.find(words(phrase).map(({ stem }) => stem))
  const sense = senses.find(one => one.type === 'attribute' && isList(one, lexicon))
  return sense?.type === 'attribute' ? lexicon.wordsOf(sense.attribute)?.words[0] : undefined
}

function isList({ attribute }: { readonly attribute: Attribute }, lexicon: Lexicon): boolean {
  return lexicon.wordsOf(attribute)?.entries !== undefined
}

/** "Compare X and Y: size, growth and trade" asks for three things, of which a model may hear only two. */
function listedItems(question: string): { head: string; items: readonly string[] } {
  const { head = '', list = '' } = LIST.exec(question)?.groups ?? {}
  const items = list.split(SEPARATOR).map(item => item.trim().replace(/^(?:the|their|its)\s+/i, ''))
  const isItem = (item: string) =>
    item !== '' && !NO_ITEM.test(item) && item.split(/\s+/).length <= MOST_WORDS
  const isList = items.length > 1 && items.length <= MOST_ITEMS && items.every(isItem)
  return { head: head.trim(), items: isList ? items : [] }
}
