import { dates } from '../text/lex/dates.ts'
import { reportWords } from '../text/report-words.ts'
import type { FactStatement } from './answer.ts'
import { OFFICES } from './answers/records.ts'
import type { Fact } from './fact.ts'

/** Holders of offices and last elections, which change after the source is published. */
const OF_OFFICE =
  /^(?:chief of state|head of government|cabinet|most recent election date|parties elected .*)$/
const NEXT = 'expected date of next election'
const NONE = /\bnone of\b/i
const EXPECTED = / is expected(?<when>[ :].*)\.$/

/** Says once of what month the holders of offices are, and that a date of the future has passed. */
export function withEdition(
  statements: readonly FactStatement[],
  today: string,
  language = 'en',
): FactStatement[] {
  const isOfNow = ({ attribute, start, end, qualifier = '' }: Fact) =>
    OF_OFFICE.test(qualifier) ||
    (qualifier === NEXT && language !== 'en') ||
    (attribute.collection === OFFICES &&
      start !== undefined &&
      end !== undefined &&
      start <= today &&
      end > today)
  const isDated = statements.some(({ text }) => /\bas of\b/i.test(text))
  const at = isDated
    ? -1
    : statements.findIndex(({ text, facts }) => !NONE.test(text) && facts.some(isOfNow))
  return statements.map((statement, index) => {
    const { text, facts } = statement
    const source = facts.find(isOfNow)?.source ?? facts[0]?.source
    if (!source) return statement
    const monthIn = (locale: string) =>
      new Date(source.publishedOn).toLocaleDateString(`${locale}-u-nu-latn`, {
        ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
      })
    const month = monthIn(language)
    // Dates are checked against those of the English quotes.
    const named = [...(statement.named ?? []), month, monthIn('en')]
    const computed = [...(statement.computed ?? []), Number(source.publishedOn.slice(0, 4))]
    const { when = '' } = EXPECTED.exec(text)?.groups ?? {}
    if (when && facts.some(({ qualifier }) => qualifier === NEXT) && isOver(when, today)) {
      const due = text.replace(EXPECTED, ` was due${when}; the source is of ${month}.`)
      return { ...statement, text: due, named, computed }
    }
    if (index !== at) return statement
    const note = reportWords(language).asOf.replace('{month}', month)
    const [, open = text, close = '', stop = ''] = /^(.*?)([)）]?)([.。]?)$/s.exec(text) ?? []
    const [left, right] = stop === '。' ? ['（', '）'] : [' (', ')']
    // Two pairs of brackets would follow each other, and those of a list are of one item.
    const said =
      close === ''
        ? `${open}${left}${note}${right}`
        : /[(（].*[(（]/s.test(open)
          ? `${open}${close}, ${note}`
          : `${open}; ${note}${close}`
    return { ...statement, text: said + stop, named, computed }
  })
}

/** Returns whether the last date of a text has passed. */
function isOver(when: string, today: string): boolean {
  const days = dates(when).flatMap(({ readings: [one] }) =>
    one?.year
      ? `${one.year}-${String(one.month).padStart(2, '0')}-${String(one.day ?? 31).padStart(2, '0')}`
      : [],
  )
  const years = Array.from(when.matchAll(/\b20\d\d\b/g), ([year]) => `${year}-12-31`)
  const last = (days.length > 0 ? days : years).toSorted().at(-1)
  return last !== undefined && last < today
}

const IN_DOLLARS = /\bGDP\b.* in current US dollars\b/
const MOVED = /\b(?:rose|fell|has (?:fallen|risen)|grew|growth|shrank|returned)\b/
const PRICES = 'current dollars are not adjusted for inflation and move with the exchange rate'

/** Says once that growth in current dollars is not growth of output. */
export function withPrices(statements: readonly FactStatement[]): FactStatement[] {
  const isSaid = statements.some(({ text }) => text.includes(PRICES))
  const isMeant = ({ text }: FactStatement) => IN_DOLLARS.test(text) && MOVED.test(text)
  const at = isSaid ? -1 : statements.findIndex(isMeant)
  return statements.map((one, index) =>
    index === at ? { ...one, text: one.text.replace(/\.$/, `; ${PRICES}.`) } : one,
  )
}
