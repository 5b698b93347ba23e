import { capital, joinAnd } from '../../text/say.ts'
import type { FactStatement } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { NO_BETTER_SIDE } from '../lexicon.ts'
import { nameOf } from '../report/say-value.ts'
import { CLEAR } from '../say-compared.ts'
import { isPlural, lower, nameOf as nameOfFigure } from '../say-facts.ts'
import { type Asking, byNumber, canSum } from '../select-facts.ts'

/** Why a measure decides nothing, of one and of several. */
const LEVEL = ['is level', 'are level'] as const
const NO_SIDE = ['has no better side', 'have no better side'] as const
const OF_SIZE = ['measures size', 'measure size'] as const
const SHARED_LEAD = ['has no single leader', 'have no single leader'] as const
const TOO_CLOSE = [
  'is too close, for its years differ',
  'are too close, for their years differ',
] as const

const WHETHER = /^(?:is|are|does|do|can|has|have|was|were|did)\b/i
/** Asks for a verdict over the measures that it names. */
export const DOES_BEST = /\bdoes (?:best|worst) by\b/i

interface Open {
  readonly name: string
  readonly why: readonly [one: string, several: string]
  readonly facts: readonly Fact[]
}

/** Which subject has the better value by more of the measures: "Is Rwanda or Uganda more developed?" */
export function sayAhead(
  held: readonly (readonly (readonly Fact[])[])[],
  { lexicon, question, isLow }: Asking & { readonly isLow: (rows: readonly Fact[]) => boolean },
): FactStatement[] {
  const most = Math.max(...held.map(row => row.length))
  const isWorst = /\bdoes worst\b/i.test(question.text)
  const isNamed = DOES_BEST.test(question.text)
  const measureOf = ({ attribute, qualifier }: Fact) => `${attribute.id} ${qualifier}`
  const measures = held.flatMap(row => [...Map.groupBy(row.flat(), measureOf).values()])
  const open: Open[] = []
  const leads = measures.flatMap(facts => {
    const [best, second] = byNumber(facts, isLow(facts) !== isWorst ? 'lowest' : 'highest')
    const isWhole = most > 1 && facts.length === most
    if (!isWhole || best?.number === undefined || second?.number === undefined) return []
    const name = lower(nameOfFigure(best, lexicon))
    const [low = 0, high = 0] = [best.number, second.number].toSorted((a, b) => a - b)
    const why = facts.every(({ number }) => number === best.number)
      ? LEVEL
      : NO_BETTER_SIDE.has(best.attribute.label)
        ? NO_SIDE
        : canSum(best)
          ? OF_SIZE
          : low === high
            ? SHARED_LEAD
            : best.year !== second.year && high < CLEAR * low && TOO_CLOSE
    if (why) open.push({ name, why, facts })
    const by = `${isWorst ? (isLow(facts) ? 'higher ' : 'lower ') : isLow(facts) ? 'lower ' : ''}${name}`
    return why ? [] : [{ by, facts, subject: best.subject }]
  })
  const notes = [...Map.groupBy(open, ({ why }) => why)].map(([why, own]) => {
    const names = own.map(({ name }) => name)
    return `${joinAnd(names)} ${why[names.length > 1 || names.some(isPlural) ? 1 : 0]}`
  })
  if (leads.length === 0 && notes.length > 0 && isNamed)
    return [
      {
        text: `These measures do not say who does ${isWorst ? 'worse' : 'better'}: ${notes.join('; ')}.`,
        facts: open.flatMap(one => one.facts),
        computed: [open.length],
      },
    ]
  const [first, ...others] = [...Map.groupBy(leads, ({ subject }) => subject.id).values()]
    .toSorted((one, other) => other.length - one.length)
    .map(own => ({
      count: own.length,
      id: own[0]?.subject.id,
      name: own[0] ? nameOf(own[0].subject) : '',
      by: joinAnd(own.map(one => one.by)),
    }))
  if (!first || leads.length < (isNamed ? 1 : 2) || measures.length < 2) return []
  const all = leads.length > 2 ? `all ${leads.length}` : 'both'
  const of = others.length > 0 ? `${first.count} of ${leads.length}` : all
  const isTie = others[0]?.count === first.count
  const isLess = /\b(?:less|least) \w+ than\b/i.test(question.text)
  const isAsked = (first.id === question.mentions[0]?.subjects[0]?.id) !== isLess
  const isWhether = WHETHER.test(question.text) && /\bthan\b/i.test(question.text)
  const verdict = isWhether ? (isAsked ? 'Yes: ' : 'No: ') : ''
  const [ahead, leading] = isWorst ? ['behind', 'is behind'] : ['ahead', 'leads']
  const on = leads.length > 1 ? ` on ${of} measures,` : ''
  const rest = others.map(({ name, by }) => `; ${name} ${leading} by ${by}`)
  const said = [...rest, ...(isNamed ? notes.map(one => `; ${one}`) : [])].join('')
  const count = isTie ? leading : `comes out ${ahead}${on}`
  return [
    {
      text: `${isTie ? `Mixed: ${first.name}` : `${verdict}${verdict ? first.name : capital(first.name)}`} ${count} by ${first.by}${said}.`,
      // The verdict names no values, so it cites the rows of those that are calculated.
      facts: [...leads, ...(isNamed ? open : [])].flatMap(one =>
        one.facts.flatMap(fact => fact.from ?? fact),
      ),
      computed: [first.count, leads.length],
    },
  ]
}
