import vocabulary from '../../../data/words.json' with { type: 'json' }
import { capital, joinAnd } from '../../text/say.ts'
import type { FactStatement } from '../answer.ts'
import type { Fact } from '../fact.ts'
import type { FactQuestion } from '../read-question.ts'
import { nameOf, ownerOf } from '../report/say-value.ts'
import { directionOf, lower, nameOf as nameOfFigure } from '../say-facts.ts'
import { writeNumber } from '../write-fact.ts'

/** In per cent. */
const LEAST_GROWN = 200
/** "India and China: which economy grew faster since 1990?" */
const WHICH_FASTER = /\b(?:which|who)\b.*\b(faster|slower|more|less)\b/i

/** The series of several measures up to the last year of all. */
export function untilLast(series: readonly (readonly Fact[])[]): Fact[][] {
  const last = Math.min(...series.map(rows => rows.at(-1)?.year ?? 0))
  return series.map(rows => rows.filter(({ year = 0 }) => year <= last))
}

/** Whose values grew the most over the same years: "Which population grew faster since 2000?" */
export function sayFaster(
  series: readonly (readonly Fact[])[],
  question: FactQuestion,
): FactStatement[] {
  const { text } = question
  const [, degree] = WHICH_FASTER.exec(text) ?? []
  const towards = degree
    ? /slower|less/i.test(degree)
      ? 'lowest'
      : 'highest'
    : directionOf(question)
  if (!towards) return []
  const grown = series.flatMap(rows => {
    const [first, last] = [rows[0], rows.at(-1)]
    if (!first?.number || !last?.number || first.number < 0 || /%/.test(first.unit ?? '')) return []
    const percent = Number(((last.number / first.number - 1) * 100).toPrecision(3))
    return [{ first, last, percent }]
  })
  const spans = new Set(grown.map(({ first, last }) => `${first.year} to ${last.year}`))
  if (grown.length < 2 || grown.length < series.length || spans.size > 1) return []
  const isFall = new RegExp(vocabulary.moves.down, 'i').test(text)
  const sign = (towards === 'highest') === isFall ? 1 : -1
  const ranked = grown.toSorted((one, other) => sign * (one.percent - other.percent))
  const [best, second] = ranked
  if (!best || best.percent === second?.percent) return []
  const label = lower(nameOfFigure(best.first)).replace(' (current US$)', ' in current US dollars')
  const owner = ownerOf(best.first.subject)
  const verb = best.percent < 0 ? 'fell' : 'grew'
  const isMost = sign < 0 === best.percent > 0
  const isPair = ranked.length === 2
  const most = isMost ? (isPair ? 'more' : 'the most') : isPair ? 'less' : 'the least'
  // "By 4,830%" is hard to read.
  const isTimes = best.percent >= LEAST_GROWN && ranked.every(({ percent }) => percent > 0)
  const timesOf = (percent: number) => Number((percent / 100 + 1).toPrecision(3))
  const said = (percent: number) => {
    if (isTimes) return `${writeNumber(timesOf(percent))} times`
    const amount = `${writeNumber(Math.abs(percent))}%`
    if (percent < 0 === best.percent < 0) return amount
    return `a ${percent < 0 ? 'fall' : 'rise'} of ${amount}`
  }
  // "Which grew faster: GDP or population of Nigeria?" compares measures of one subject.
  const isOfOne = ranked.every(({ first }) => first.subject.id === best.first.subject.id)
  const others = ranked.slice(1).map(({ first, percent }) => {
    const of = isOfOne ? `for its ${lower(nameOfFigure(first))}` : `in ${nameOf(first.subject)}`
    return `${said(percent)} ${of}`
  })
  return [
    {
      text: `${capital(owner)} ${label} ${verb} ${most} from ${[...spans][0]}: ${isTimes ? `to ${said(best.percent)} its size` : `by ${said(best.percent)}`}, against ${joinAnd(others)}.`,
      facts: grown.flatMap(({ first, last }) => [first, last]),
      computed: ranked.flatMap(({ percent }) => [percent, timesOf(percent)]),
    },
  ]
}
