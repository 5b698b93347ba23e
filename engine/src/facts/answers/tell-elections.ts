import type { FactAnswer, FactStatement } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { sayNames } from '../report/say-value.ts'
import { sayDay } from '../say-facts.ts'
import type { Asking } from '../select-facts.ts'

const OFFICES = 'Executive branch'
const HOLDERS = ['chief of state', 'head of government']
const WINNER = /(?:^|; )(\d{4})(?:\/\d{4})?: ([^;]*?)(?: \([^()]*\))? (re)?elected\b/g
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
    const query = { subjects: [fact.subject.id], attributes: [fact.attribute.id] }
    const rows = facts.find(query)
    if (fact.qualifier === 'most recent election date') return sayElected(statement, fact, rows)
    const isHolder = HOLDERS.includes(fact.qualifier ?? '')
    const dated =
      isHolder && question.operations.has('now') ? asOfSource(statement, fact) : statement
    return isHolder ? [dated, ...sayNext(fact, rows)] : [statement]
  })
  const once = new Map(statements.map(one => [one.text, one]))
  return { ...answer, statements: [...once.values()] }
}

function sayElected(statement: FactStatement, fact: Fact, rows: readonly Fact[]): FactStatement[] {
  const results = rows.find(({ qualifier }) => qualifier === 'election results')
  const won = [...(results?.text ?? '').matchAll(WINNER)].map(
    ([, year = '', name = '', again]) => ({
      ...{ year, name, again },
    }),
  )
  const [last] = won
  if (!results || !last || !fact.text?.includes(last.year)) return [statement]
  const holders = rows.filter(({ qualifier = '' }) => HOLDERS.includes(qualifier))
  const isIn = (name: string) => holders.some(({ text = '' }) => isOf(text, name))
  const said = `; it ${last.again ? 're' : ''}elected ${sayNames(fact, last.name)}.`
  const elected = {
    ...statement,
    text: statement.text.replace(/\.$/, said),
    facts: [fact, results],
  }
  const before = isIn(last.name) ? undefined : won.find(({ name }) => isIn(name))
  if (!before) return [elected]
  const text = `${sayNames(fact, before.name)} was elected in ${before.year}.`
  return [{ text, facts: [results, ...holders] }, elected]
}

function sayNext(fact: Fact, rows: readonly Fact[]): FactStatement[] {
  const results = rows.find(({ qualifier }) => qualifier === 'election results')
  const [, surname = '', day] = NEXT.exec(results?.text ?? '') ?? []
  const won = [...(results?.text ?? '').matchAll(WINNER)].find(([, , name = '']) =>
    isOf(name, surname),
  )
  if (!results || !won) return []
  const name = sayNames(fact, won[2] ?? '')
  const text = `The same source says that ${name}, elected in ${won[1]}, takes office on ${day}.`
  return [{ text, facts: [results] }]
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
