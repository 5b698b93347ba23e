import type { FactAnswer } from '../answer.ts'
import { sayNames } from '../report/say-value.ts'
import type { Asking } from '../select-facts.ts'

const OFFICES = 'Executive branch'
const HOLDERS = ['chief of state', 'head of government']
const WINNER =
  /(?:^|; )(?<year>\d{4})(?:\/\d{4})?: (?<name>[^;]*?)(?: \([^()]*\))? (?<again>re)?elected\b/g
const NEXT = /\bnote - (\p{Lu}[\p{Lu}'’-]+) will take office (?:on )?(\d{1,2} \p{L}+ \d{4})/u

/** Says whom the last election was won by, who may not be in office yet. */
export function withElections(answer: FactAnswer, { facts }: Pick<Asking, 'facts'>): FactAnswer {
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
      const [, surname = '', day] = NEXT.exec(text) ?? []
      const next = won.find(({ name }) => isOf(name, surname))
      if (!results || !next) return [statement]
      const said = `The same source says that ${sayNames(fact, next.name)}, elected in ${next.year}, takes office on ${day}.`
      return [statement, { text: said, facts: [results] }]
    }
    const [last] = won
    const isDate = fact.qualifier === 'most recent election date'
    if (!isDate || !results || !last?.year || !fact.text?.includes(last.year)) return [statement]
    const said = `; it ${last.again}elected ${sayNames(fact, last.name)}.`
    const elected = {
      ...statement,
      text: statement.text.replace(/\.$/, said),
      facts: [fact, results],
    }
    return [elected]
  })
  return { ...answer, statements: [...new Map(statements.map(one => [one.text, one])).values()] }
}

/** Returns whether a text has one of the surnames, which the source writes in capitals. */
function isOf(text: string, name: string): boolean {
  const plain = (one: string) => one.normalize('NFD').replace(/\p{M}/gu, '')
  const surnames = plain(name).match(/\p{Lu}{3,}/gu) ?? []
  return surnames.some(surname => plain(text).includes(surname))
}
