import type { FactAnswer, FactStatement } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { sayNames } from '../report/say-value.ts'
import { sayDay } from '../say-facts.ts'
import type { Asking } from '../select-facts.ts'

const OFFICES = 'Executive branch'
const HOLDERS = ['chief of state', 'head of government']
const WINNER =
  /(?:^|; )(?<year>\d{4})(?:\/\d{4})?: (?<name>[^;]*?)(?: \([^()]*\))? (?<again>re)?elected\b/g
const NEXT = /\bnote - (\p{Lu}[\p{Lu}'’-]+) will take office (?:on )?(\d{1,2} \p{L}+ \d{4})/u

/**
 * Says whom the last election was won by, who may not be in office yet, and how old the news about an
 * office is if the question asks who holds it now.
 */
export function withElections(
  answer: FactAnswer,
  { facts, question }: Pick<Asking, 'facts' | 'question'>,
): FactAnswer {
  const statements = answer.statements.flatMap(statement => {
    const [fact, ...more] = statement.facts
    if (fact?.attribute.label !== OFFICES || more.length > 0) return [statement]
    const rows = facts.find({ subjects: [fact.subject.id], attributes: [fact.attribute.id] })
    const results = rows.find(({ qualifier }) => qualifier === 'election results')
    const { text = '' } = results ?? {}
    const won = Array.from(text.matchAll(WINNER), ({ groups = {} }) => ({
      ...{ year: groups['year'], name: groups['name'] ?? '', again: groups['again'] ?? '' },
    }))
    if (HOLDERS.includes(fact.qualifier ?? '')) {
      const dated = question.operations.has('now') ? asOfSource(statement, fact) : statement
      const [, surname = '', day] = NEXT.exec(text) ?? []
      const next = won.find(({ name }) => isOf(name, surname))
      if (!results || !next) return [dated]
      const said = `The same source says that ${sayNames(fact, next.name)}, elected in ${next.year}, takes office on ${day}.`
      return [dated, { text: said, facts: [results] }]
    }
    const [last] = won
    const isDate = fact.qualifier === 'most recent election date'
    if (!isDate || !results || !last?.year || !fact.text?.includes(last.year)) return [statement]
    const holders = rows.filter(({ qualifier = '' }) => HOLDERS.includes(qualifier))
    const isIn = (name: string) => holders.some(one => isOf(one.text ?? '', name))
    const said = `; it ${last.again}elected ${sayNames(fact, last.name)}.`
    const elected = {
      ...statement,
      text: statement.text.replace(/\.$/, said),
      facts: [fact, results],
    }
    const before = isIn(last.name) ? undefined : won.find(({ name }) => isIn(name))
    if (!before) return [elected]
    const earlier = `${sayNames(fact, before.name)} was elected in ${before.year}.`
    return [{ text: earlier, facts: [results, ...holders] }, elected]
  })
  return { ...answer, statements: [...new Map(statements.map(one => [one.text, one])).values()] }
}

/** Returns whether a text has one of the surnames, which the source writes in capitals. */
function isOf(text: string, name: string): boolean {
  const plain = (one: string) => one.normalize('NFD').replace(/\p{M}/gu, '')
  const surnames = plain(name).match(/\p{Lu}{3,}/gu) ?? []
  return surnames.some(surname => plain(text).includes(surname))
}

function asOfSource(statement: FactStatement, { source }: Fact): FactStatement {
  const day = sayDay(source.publishedOn)
  const text = `As of ${day}, the date of the source, ${statement.text.replace(/^The\b/, 'the')}`
  return { ...statement, text, named: [day] }
}
