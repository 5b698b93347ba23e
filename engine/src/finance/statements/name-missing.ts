import type { Company } from '../../search/company-fact.ts'
import { sayName } from '../edgar/name-words.ts'
import type { Figure, Measured } from '../figure.ts'
import type { Slot } from '../find-figure.ts'
import { nameFiscal, sayDate } from '../period.ts'
import type { AskedPeriod } from '../question/find-periods.ts'
import type { AskedPeriods } from '../question/read-periods.ts'
import { joinAnd } from './say.ts'

interface Asked {
  readonly company: Company
  readonly metric: Measured
}

/** Names a figure that no filing gives: "Larkspur: gross margin in fiscal year 2023". */
export function nameMissing({ company, metric }: Asked, slots: readonly Slot[]): string {
  const times = slots.map(slot => nameSlot(slot, metric.kind === 'balance'))
  return `${sayName(company)}: ${metric.name}${times.length > 0 ? ` ${joinAnd(times)}` : ''}`
}

/** Names a missing figure whose time cannot be resolved with the company's fiscal years. */
export function nameUnresolved({ company, metric }: Asked, asked: AskedPeriods): string {
  const [only, ...others] = asked.kind === 'each' ? asked.periods : []
  const when = only && others.length === 0 ? nameAsked(only, metric.kind === 'balance') : ''
  return `${sayName(company)}: ${metric.name}${when}`
}

function nameAsked(asked: AskedPeriod, isMoment: boolean): string {
  if (asked.kind === 'date') return ` ${isMoment ? 'as of' : 'to'} ${sayDate(asked.on)}`
  if (asked.kind === 'calendar') return ` in ${asked.year}`
  return asked.kind === 'latest' ? '' : ` ${nameSlot(asked, isMoment)}`
}

function nameSlot(slot: Slot, isMoment: boolean): string {
  if (slot.kind === 'trailing') return 'in the trailing 12 months'
  const named = nameFiscal({ fiscalYear: slot.year, part: slot.part })
  return isMoment ? `at the end of ${named}` : `in ${named}`
}

/** Names amounts that were wanted in another currency: filings have no exchange rates. */
export function nameUnconverted(
  figures: readonly Figure[],
  currency: string | undefined,
): string[] {
  if (currency === undefined) return []
  const names = figures
    .map(({ unit, ...figure }) => ({ ...figure, filed: /^[A-Z]{3}(?=$|\/)/.exec(unit)?.[0] }))
    .filter(({ filed }) => filed !== undefined && filed !== currency)
    .map(
      ({ company, metric, filed }) =>
        `${sayName(company)}: ${metric.name} in ${currency} (it reports in ${filed})`,
    )
  return [...new Set(names)]
}
