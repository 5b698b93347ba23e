import { isJsonObject } from '@footnote/contract/json-object'
import { CONCEPTS } from '../metrics.ts'
import { dayOf } from './days.ts'

/** A figure as EDGAR lists it: by filing, with the dates that it is for. */
export interface ListedFigure {
  readonly concept: string
  readonly unit: string
  readonly value: number
  readonly start?: string
  readonly end: string
  readonly accession: string
  readonly form: string
  readonly filedOn: string
  /** The fiscal year of the filing, not of the figure. */
  readonly filingYear?: number
}

const MOST_ROWS_PER_UNIT = 5_000
const MOST_UNITS = 8
export const ACCESSION = /^\d{10}-\d{2}-\d{6}$/
export const FORM = /^[A-Z0-9][A-Z0-9 /-]{0,14}$/
const UNIT = /^(?:[A-Z]{3}(?:\/shares)?|shares|pure)$/
const COUNTED = /NumberOfEmployees$/

/** The figures of the concepts that are of interest; whatever is malformed is left out. */
export function readCompanyFacts(reply: unknown): ListedFigure[] {
  const facts = isJsonObject(reply) && isJsonObject(reply['facts']) ? reply['facts'] : {}
  return [...CONCEPTS.keys()].flatMap(concept => {
    const [taxonomy = '', name = ''] = concept.split(':')
    const tagged = facts[taxonomy]
    const listed = isJsonObject(tagged) ? tagged[name] : undefined
    const units = isJsonObject(listed) && isJsonObject(listed['units']) ? listed['units'] : {}
    return Object.entries(units)
      .slice(0, MOST_UNITS)
      .flatMap(([unit, rows]) => {
        // The unit of a headcount has many names.
        const known = UNIT.test(unit) ? unit : COUNTED.test(name) ? 'pure' : undefined
        if (known === undefined || !Array.isArray(rows)) return []
        return rows.slice(-MOST_ROWS_PER_UNIT).flatMap(row => readRow(row, concept, known) ?? [])
      })
  })
}

function readRow(row: unknown, concept: string, unit: string): ListedFigure | undefined {
  if (!isJsonObject(row)) return undefined
  const { val: value, start, end, accn: accession, form, filed: filedOn, fy } = row
  if (typeof value !== 'number' || !isExact(value)) return undefined
  if (typeof end !== 'string' || dayOf(end) === undefined) return undefined
  if (start !== undefined && (typeof start !== 'string' || dayOf(start) === undefined))
    return undefined
  if (typeof accession !== 'string' || !ACCESSION.test(accession)) return undefined
  if (typeof form !== 'string' || !FORM.test(form)) return undefined
  if (typeof filedOn !== 'string' || dayOf(filedOn) === undefined) return undefined
  return {
    concept,
    unit,
    value,
    end,
    accession,
    form,
    filedOn,
    ...(start !== undefined && { start }),
    ...(Number.isSafeInteger(fy) && { filingYear: Number(fy) }),
  }
}

/** A value that a number cannot hold exactly cannot be quoted. */
function isExact(value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER && !String(value).includes('e')
}
