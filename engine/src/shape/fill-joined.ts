import type { JsonObject } from '@footnote/contract/json-object'
import { nameSpans } from '../text/find-names.ts'
import { words } from '../text/words.ts'
import { chooseValue } from './choose-value.ts'
import type { Filled, Filling } from './filling.ts'
import { citeOf, readFound } from './found-text.ts'
import type { Place } from './place.ts'
import { kindStems, strongStems } from './property-words.ts'
import { askedOf, isAbout, rateSupport } from './rate-support.ts'

const PREPOSITION = /^(from|to|by|with|against|under) /

/** The preposition of a property such as `from_country`, which names no more than how and what. */
export function joiningWord({ path }: Place): string | undefined {
  const name = path.at(-1) ?? ''
  const joining = PREPOSITION.exec(name)?.[1]
  return strongStems(name).length === 0 && kindStems(name).length > 0 ? joining : undefined
}

/** The one name that follows the preposition in what answers the question: "1830 (from Corvia)". */
export async function fillJoined(
  filling: Filling,
  schema: JsonObject,
  place: Place,
): Promise<Filled | undefined> {
  const { subject } = place
  const joining = joiningWord(place)
  if (joining === undefined || !subject) return undefined
  for (const attribute of filling.attributes) {
    const question = `${attribute} of ${subject.name}`
    const finding = await filling.ask(question, { subject, attribute })
    const asked = askedOf({ name: attribute, around: '', description: '' }, subject)
    const fit = finding?.sentences.find(
      one =>
        isAbout(subject, { passage: one.passage, sentence: one.text }) &&
        rateSupport(asked, one) !== undefined,
    )
    if (!fit) continue
    filling.spend()
    const found = readFound(fit)
    const text = found.passage.text.slice(found.value.start, found.value.end)
    const names = namesAfter(text, joining)
    const [name] = names.length === 1 ? names : []
    const allowed = schema['enum']
    const value = Array.isArray(allowed) && name ? chooseValue(allowed, name) : name
    if (value !== undefined) return { value, cites: [citeOf(found)] }
  }
  return undefined
}

function namesAfter(text: string, joining: string): string[] {
  const opening = new RegExp(`\\b${joining}\\s+(?:the\\s+)?$`, 'i')
  const names = nameSpans(text, words(text)).filter(({ start }) =>
    opening.test(text.slice(Math.max(0, start - 20), start)),
  )
  return [...new Set(names.map(({ start, end }) => text.slice(start, end)))]
}
