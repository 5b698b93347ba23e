import type { Company } from '../../search/company-fact.ts'
import { joinAnd } from '../../text/say.ts'
import { sayName } from '../companies/company-names.ts'
import type { Figure, Measured } from '../figure.ts'
import { namePeriod, sayDate } from '../period.ts'
import type { AskedPeriod, AskedTimes } from '../question/read-times.ts'
import type { Slot } from '../slots.ts'

interface Asked {
  readonly company: Company
  readonly metric: Measured
}

/** Names a figure that no filing gives: "Larkspur: gross margin in fiscal 2023". */
export function nameMissing({ company, metric }: Asked, slots: readonly Slot[]): string {
  const named = slots.map(slot => nameAsked(slot, metric))
  return `${sayName(company)}: ${metric.name}${named.length > 0 ? ` ${joinAnd(named)}` : ''}`
}

/** Names a missing figure whose time cannot be resolved with the company's fiscal years. */
export function nameUnresolved({ company, metric }: Asked, asked: AskedTimes): string {
  const [only, ...others] = asked.kind === 'each' ? asked.periods : []
  const when = only && others.length === 0 ? nameAsked(only, metric) : ''
  return `${sayName(company)}: ${metric.name}${when && ` ${when}`}`
}

function nameAsked(asked: AskedPeriod | Slot, { kind }: Measured): string {
  const isMoment = kind === 'balance'
  const at = isMoment ? 'at the end of' : 'in'
  switch (asked.kind) {
    case 'date':
      return `${isMoment ? 'as of' : 'to'} ${sayDate(asked.on)}`
    case 'mostly':
      return `${at} ${asked.year}`
    case 'calendar':
      return `${at} calendar ${asked.year}`
    case 'trailing':
      return 'in the 12 months to the latest report'
    case 'latest':
      return ''
    case 'fiscal':
      return `${at} ${namePeriod({ fiscalYear: asked.year, part: asked.part })}`
  }
}

/** Names amounts that were wanted in another currency: filings have no exchange rates. */
export function nameUnconverted(
  figures: readonly Figure[],
  currency: string | undefined,
): string[] {
  if (currency === undefined) return []
  const names = figures.flatMap(({ unit, company, metric }) => {
    const filed = /^[A-Z]{3}(?=$|\/)/.exec(unit)?.[0]
    if (filed === undefined || filed === currency) return []
    return [`${sayName(company)}: ${metric.name} in ${currency} (it reports in ${filed})`]
  })
  return [...new Set(names)]
}
