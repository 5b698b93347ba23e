import { joinAnd, list, say } from '../../text/say.ts'
import { toNumber } from '../decimal.ts'
import type { FactBook } from '../fact-book.ts'
import { type Figure, isQuotient } from '../figure.ts'
import { combine, findFigure } from '../find-figure.ts'
import { type Metric, metricOf } from '../metrics.ts'
import { apart, type Phrase, rounded } from './say.ts'

interface Change {
  readonly from: Figure
  readonly to: Figure
}

/** A line of a statement at both ends of a change, and what it added to the figure. */
interface Line extends Change {
  readonly effect: number
}

type Signed = NonNullable<Metric['movedBy']>[number]

/** Lines that leave more of the movements open than this share are not all that the company files. */
const MOST_OPEN = 0.1
const LEAST_TOLD = 0.02

/** Says by formula or by lines what moved a figure: "lower revenue took away $5.0 billion". */
export function explainChange(change: Change, book: FactBook): Phrase | undefined {
  const { from, to } = change
  const { metric } = to
  if (from.metric.name !== metric.name || from.unit !== to.unit || from.span || to.span)
    return undefined
  const [over, , under] = metric.formulas[0]?.of ?? []
  const isMargin = to.unit === 'percent' && under === 'revenue'
  const lists = isMargin && over ? linesIn(metricOf(over)) : isQuotient(to) ? [] : linesIn(metric)
  const found = lists
    .flatMap(signed => linesOf(signed, change, book, isMargin ? under : undefined))
    .map(lines => ({ lines, open: Math.abs(restOf(lines, change)) / movedBy(lines) }))
  const [best] = found.toSorted((a, b) => a.open - b.open)
  const [widest] = found
  const isDetailed = metric.id === 'operating-income' && (widest?.lines.length ?? 0) > 2
  const chosen = isDetailed ? widest : (found.find(({ open }) => open <= MOST_OPEN) ?? best)
  return chosen && sayLines(chosen.lines, change, book)
}

/** Lines that come between operating income and net income, if the company does not file them. */
function nameOthers({ to }: Change, book: FactBook): string {
  const { company, period, metric } = to
  if (metric.id === 'operating-income') return 'other operating lines'
  const slot = { kind: 'fiscal', year: period.fiscalYear, part: period.part } as const
  const below = metric.id === 'net-income' ? ['interest-expense', 'income-tax'] : []
  const absent = below
    .map(metricOf)
    .filter(one => !findFigure(book, { company, metric: one, slot }))
  return absent.length > 0
    ? `other lines (such as ${joinAnd(absent.map(({ name }) => name))}, which the filings here do not give)`
    : 'other lines'
}

function linesIn({ movedBy, formulas: [formula] }: Metric): readonly Signed[] {
  if (movedBy || formula?.as !== 'amount') return movedBy ?? []
  const [left, sign, right] = formula.of
  return [
    [
      ['+', left],
      [sign === '−' ? '−' : '+', right],
    ],
  ]
}

/** The lines, or for a margin their shares of the whole; none unless the company files all of them. */
function linesOf(signed: Signed, { from, to }: Change, book: FactBook, whole?: string): Line[][] {
  const lineAt = ({ company, period }: Figure, id: string) => {
    const slot = { kind: 'fiscal', year: period.fiscalYear, part: period.part } as const
    const find = (one: string) => findFigure(book, { company, metric: metricOf(one), slot })
    const [line, under] = [find(id), whole === undefined ? undefined : find(whole)]
    if (!line || !under) return whole === undefined ? line : undefined
    return combine([line, '÷', under], { as: 'percent', metric: line.metric })
  }
  const wanted = signed.filter(([, id]) => id !== whole)
  const lines = wanted.flatMap(([sign, id]): Line[] => {
    const [before, after] = [lineAt(from, id), lineAt(to, id)]
    if (before?.unit !== to.unit || after?.unit !== to.unit) return []
    const moved = toNumber(after.value) - toNumber(before.value)
    return [{ from: before, to: after, effect: sign === '+' ? moved : -moved }]
  })
  return lines.length > 0 && lines.length === wanted.length ? [lines] : []
}

function restOf(lines: readonly Line[], { from, to }: Change): number {
  return lines.reduce(
    (rest, { effect }) => rest - effect,
    toNumber(to.value) - toNumber(from.value),
  )
}

function movedBy(lines: readonly Line[]): number {
  return lines.reduce((sum, { effect }) => sum + Math.abs(effect), 0) || 1
}

/** "higher revenue added $5.0 billion; higher cost of revenue took away $3.0 billion". */
function sayLines(lines: readonly Line[], change: Change, book: FactBook): Phrase {
  const { from, to } = change
  const least = LEAST_TOLD * movedBy(lines)
  const told = lines
    .filter(({ effect }) => Math.abs(effect) >= least)
    .toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
  const named = told.map(line => ({
    effect: line.effect,
    name: `${toNumber(line.to.value) > toNumber(line.from.value) ? 'higher' : 'lower'} ${line.to.metric.name}${isQuotient(to) ? ' relative to revenue' : ''}`,
    size: withParts(line, change, book),
  }))
  const rest = restOf(told, change)
  const size = rounded(Math.abs(rest), to.unit, [])
  const text = size.text.replace('%', ' percentage points')
  const other = { effect: rest, name: nameOthers(change, book), size: { ...size, text } }
  const all = Math.abs(rest) >= least ? [...named, other] : named
  const isFall = toNumber(to.value) < toNumber(from.value)
  return [isFall, !isFall]
    .map(isLoss => all.filter(({ effect }) => effect < 0 === isLoss))
    .filter(({ length }) => length > 0)
    .map(own =>
      list(
        own.map(({ effect, name, size }, at) => {
          const verb = at > 0 ? '' : effect < 0 ? ' took away' : ' added'
          return say`${name}${verb} ${size}`
        }),
      ),
    )
    .reduce((one, next) => say`${one}; ${next}`)
}

/** The amount that a line moved by, and for operating income what moved it in turn. */
function withParts(line: Line, { to }: Change, book: FactBook): Phrase {
  const size = apart(line.to, line.from)
  const isWhole = line.to.metric.id === 'operating-income' && !isQuotient(to)
  const parts = isWhole ? explainChange(line, book) : undefined
  return parts ? say`${size} (${parts})` : size
}
