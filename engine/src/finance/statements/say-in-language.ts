import type { ReportedFigures } from '../../evidence/finding.ts'
import type { ComparisonTable, Statement } from '../../evidence/statement.ts'
import { LANGUAGES } from '../../facts/languages.ts'
import { hasFigures, hasVerdict } from '../../facts/says-all.ts'
import {
  fillFrame,
  ownerIn,
  sentenceIn,
  verdictIn,
  writeDate,
  writeIn,
} from '../../facts/write-in-language.ts'
import { capital, fillSlots } from '../../text/say.ts'
import { sayName } from '../companies/company-names.ts'
import { toNumber } from '../decimal.ts'
import { type Figure, isMoment } from '../figure.ts'
import { isCalendar } from '../period.ts'
import { roundAmount } from '../write-amount.ts'
import { growthOf } from './say.ts'

const QUARTER = /^Q(?<quarter>\d)$/
const MONTHS = 12
const FISCAL_YEAR = /^Fiscal (?<year>\d{4}) \(to (?<date>[^()]+)\)$/
const ROW = /^(?<company>[^:]+: )?(?<name>[^(]+)$/

/** Adds what is reported in the language of the caller, if that has words for the figures and the verdict. */
export function withSaid(
  reported: ReportedFigures,
  figures: readonly Figure[],
  language: string,
): ReportedFigures {
  const statements = sayFiguresIn(figures, reported.statements, language)
  if (!statements) return reported
  const missing = reported.missing.map(one => `“${one}”`)
  const years = reported.background?.find(({ isJoint }) => isJoint)?.table
  const isLonger = (years?.columns.length ?? 0) > (reported.table?.columns.length ?? 0)
  const table = sayTable(isLonger ? years : reported.table, language)
  return { ...reported, said: { statements, missing, ...(table && { table }) } }
}

/** A table in another language; undefined if that lacks a word for a row or a column. */
function sayTable(
  table: ComparisonTable | undefined,
  language: string,
): ComparisonTable | undefined {
  if (!table) return undefined
  const columns = table.columns.map(one => sayColumn(one, language))
  const say = (cell: Statement | undefined) =>
    cell && { ...cell, text: writeIn(language, cell.text), language }
  const rows = table.rows.map(({ label, cells }) => {
    return { label: sayRow(label, language), cells: cells.map(say) }
  })
  const isWhole = !columns.includes(undefined) && rows.every(({ label }) => label !== undefined)
  if (!isWhole) return undefined
  return {
    columns: columns.map(one => one ?? ''),
    rows: rows.map(row => ({ ...row, label: row.label ?? '' })),
  }
}

/** "2024", "Fiscal 2024 (to 28 September 2024)". */
function sayColumn(text: string, language: string): string | undefined {
  if (/^(?:\d{4})?$/.test(text)) return text
  const { year, date } = FISCAL_YEAR.exec(text)?.groups ?? {}
  if (year === undefined || date === undefined) return undefined
  return `${capital(fillFrame(language, 'fiscal', { year }))} (${writeIn(language, date)})`
}

/** "Net income", "Intel: net income". */
function sayRow(text: string, language: string): string | undefined {
  const { company = '', name = '' } = ROW.exec(text)?.groups ?? {}
  const labels = Object.entries(LANGUAGES[language]?.labels ?? {})
  const label = labels.find(([one]) => one === name || capital(one) === name)?.[1]
  return label && (company ? `${company}${label}` : capital(label))
}

function sayFiguresIn(
  all: readonly Figure[],
  statements: readonly Statement[],
  language: string,
): readonly Statement[] | undefined {
  const english = statements.map(({ text }) => text).join(' ')
  if (hasVerdict(english)) return undefined
  const figures = all.filter(figure => hasFigures(english, roundAmount(figure)))
  const said = figures.map(figure => sayFigure(figure, language))
  if (said.length === 0 || said.some(text => text === undefined)) return undefined
  const computed = figures.flatMap(({ value, period: { fiscalYear, part }, span }) => [
    ...[toNumber(value), fiscalYear, Number(part.replace(/\D/g, ''))],
    ...(span === 'trailing' ? [MONTHS] : []),
  ])
  const state = (statement: Statement, text: string): Statement => ({
    ...statement,
    text: verdictIn(language, statement.text) + text,
    computed: [...(statement.computed ?? []), ...computed],
    language,
  })
  const groups = [
    ...Map.groupBy(figures, ({ company, metric }) => `${company.cik} ${metric.name}`).values(),
  ]
  if (statements.length === groups.length)
    return statements.map((statement, at) => state(statement, sayOver(groups[at] ?? [], language)))
  const measures = [...Map.groupBy(figures, ({ metric }) => metric.name).values()]
  if (statements.length !== measures.length) return undefined
  return statements.map((one, at) => state(one, sayCompared(measures[at] ?? [], language)))
}

/** The figures of several companies, and which of them has the most. */
function sayCompared(figures: readonly Figure[], language: string): string {
  const [most] = figures.toSorted((a, b) => toNumber(b.value) - toNumber(a.value))
  const companies = new Set(figures.map(({ company }) => company.cik))
  const name = most ? sayName(most.company) : ''
  const isRanked = companies.size > 1 && companies.size === figures.length
  const ahead = isRanked ? sentenceIn(language, fillFrame(language, 'ahead', { name })) : ''
  return [...figures.map(figure => sayFigure(figure, language)), ahead].filter(Boolean).join(' ')
}

/** The change between two figures, or a list of more. */
function sayOver(figures: readonly Figure[], language: string): string {
  const [from, to, ...others] = figures
  if (from && others.length > 0) {
    const { name } = from.metric
    const label = `${sayName(from.company)}, ${LANGUAGES[language]?.labels[name] ?? name}`
    const list = figures.map(
      figure => `${writeIn(language, roundAmount(figure))} (${sayPeriod(figure, language)})`,
    )
    return sentenceIn(language, fillFrame(language, 'together', { label, list: list.join('; ') }))
  }
  const growth = from && to ? growthOf(from, to) : undefined
  if (!from || !to || !growth)
    return figures.map(figure => sayFigure(figure, language) ?? '').join(' ')
  const change = `${growth.percent < 0 ? '−' : '+'}${growth.size.text}`
  const versus = fillFrame(language, 'versus', {
    ...{ change: writeIn(language, change), value: writeIn(language, roundAmount(from)) },
    period: sayPeriod(from, language),
  })
  return (sayFigure(to, language) ?? '').replace(/[.。]$/, stop => `${versus}${stop}`)
}

/** Undefined for a figure or a period that the language has no words for. */
function sayFigure(figure: Figure, language: string): string | undefined {
  const { metric, company } = figure
  const { say = {}, labels = {} } = LANGUAGES[language] ?? {}
  const period = sayPeriod(figure, language)
  const loss = toNumber(figure.value) < 0 ? say[`${metric.name}: loss`] : undefined
  const template = loss ?? say[metric.name]
  const label = labels[metric.name]
  if (period === undefined || (template ?? label) === undefined) return undefined
  const subject = sayName(company)
  const amount = roundAmount(figure)
  const value = writeIn(language, loss ? amount.replace(/^[-−]/, '') : amount)
  const of = ownerIn(language, subject, true)
  const parts = { subject, of, value, period, label: label ?? '' }
  return sentenceIn(
    language,
    template ? fillSlots(template, parts) : fillFrame(language, 'figure', parts),
  )
}

function sayPeriod(figure: Figure, language: string): string | undefined {
  const { period, span } = figure
  const { fiscalYear: year, part, end } = period
  const date = writeDate(language, new Date(end))
  if (isMoment(figure)) return fillFrame(language, 'asOf', { date })
  if (span === 'trailing') return fillFrame(language, 'trailing', { date })
  const isPlain = span === 'calendar' || isCalendar(period)
  if (part === 'year') return fillFrame(language, isPlain ? 'year' : 'fiscal', { year })
  const quarter = QUARTER.exec(part)?.groups?.['quarter']
  if (quarter === undefined) return undefined
  return fillFrame(language, isPlain ? 'quarter' : 'fiscalQuarter', { quarter, year })
}
