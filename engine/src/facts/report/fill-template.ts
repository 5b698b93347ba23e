import { capital } from '../../text/say.ts'
import type { FactStatement } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { sayItems } from '../say-items.ts'
import { nameOf, ownerOf, sayValue } from './say-value.ts'
import type { Profile } from './topics.ts'

/** Finds the fact of a slot such as `gdp` or `gdp.before`. */
export type FindSlot = (slot: string) => Fact | undefined

const ASIDES = /\s*\([^()]*\)/g
const CLAUSE = /(\[[^[\]]*\])/
const SLOT = /\{([\w.']+)(?:\?([^|{}]*)\|([^{}]*))?\}/g
const FORMS = /\.(?:year|size|share|code|list|first|a|amount)$/

interface FillOptions extends Pick<Profile, 'subject'> {
  /** True if an earlier sentence says it: a clause in brackets does not repeat it. */
  readonly isSaid?: ((fact: Fact) => boolean) | undefined
}

/**
 * Fills a sentence with values. Slots: `{gdp}`, `{gdp.year}`, `{gdp.size}` without its sign,
 * `{gdp.share}` without what it is a share of, `{gdp.amount}` without its unit, `{type.a}` with an
 * article, `{buyers.list}` as a list, `{results.first}` its first entry, `{gdp?rose|fell}` by its sign. A clause in brackets is left
 * out if a value of it is missing; without any other value there is no sentence.
 */
export function fillTemplate(
  template: string,
  find: FindSlot,
  { subject, isSaid }: FillOptions,
): FactStatement | undefined {
  const used = new Set<Fact>()
  const computed = new Set(numbersOf(template))
  const fill = (part: string): string | undefined => {
    let isWhole = true
    const facts: Fact[] = []
    const rounded: number[] = []
    const text = part.replace(SLOT, (_, slot: string, plus?: string, minus?: string) => {
      if (slot === 'subject') return nameOf(subject)
      if (slot === "subject's") return ownerOf(subject)
      const fact = find(slot.replace(FORMS, ''))
      if (!fact) {
        isWhole = false
        return ''
      }
      facts.push(fact)
      if (plus !== undefined) return (fact.number ?? 0) < 0 ? (minus ?? '') : plus
      const said = sayValue(fact)
      rounded.push(...said.numbers)
      const value = formOf(slot, fact, said.text)
      if (value === '') isWhole = false
      return value
    })
    if (!isWhole) return undefined
    for (const fact of facts) used.add(fact)
    for (const number of rounded) computed.add(number)
    return text
  }
  const fillClause = (clause: string) => {
    const slots = Array.from(clause.matchAll(SLOT), ([, slot = '']) =>
      find(slot.replace(FORMS, '')),
    )
    return slots.every(fact => fact && isSaid?.(fact)) ? '' : (fill(clause) ?? '')
  }
  const parts = template.split(CLAUSE)
  const main = parts.map(part => (part.startsWith('[') ? '' : fill(part)))
  if (main.includes(undefined) || used.size === 0) return undefined
  const text = parts.map((part, at) =>
    part.startsWith('[') ? fillClause(part.slice(1, -1)) : main[at],
  )
  const said = text
    .join('')
    .replace(/\bthe The\b/g, 'the')
    .replace(/\bin (?=Middle East\b)/g, 'in the ')
  return { text: capital(said), facts: [...used], computed: [...computed] }
}

/** Numbers of the sentence itself, such as an age group. */
function numbersOf(template: string): number[] {
  const bare = template.replace(SLOT, '')
  return Array.from(bare.matchAll(/\d[\d,]*/g), ([digits]) => Number(digits.replaceAll(',', '')))
}

function formOf(slot: string, fact: Fact, text: string): string {
  if (slot.endsWith('.year')) return fact.year === undefined ? '' : String(fact.year)
  if (slot.endsWith('.size')) return text.replace(/^−/, '')
  if (slot.endsWith('.share')) return /^[\d.]+%/.exec(text)?.[0] ?? text
  if (slot.endsWith('.amount')) return /^[\d.,]+(?: \p{L}+illion)?/u.exec(text)?.[0] ?? text
  if (slot.endsWith('.list')) return sayItems(text)
  if (slot.endsWith('.a'))
    return `${/^[aeio]/i.test(text) ? 'an' : 'a'} ${text.replace(ASIDES, '')}`
  if (slot.endsWith('.first')) {
    const [first = ''] = text.replace(ASIDES, '').split(';')
    return first.replace(/^(\d{4}): /, '$1, ')
  }
  if (slot.endsWith('.code')) return /\(([A-Z]{3})\)/.exec(text)?.[1] ?? ''
  return text
}
