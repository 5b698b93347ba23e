import type { Company } from '../search/company-fact.ts'
import { shortName } from './company-names.ts'
import type { Measured } from './figure.ts'
import type { Slot } from './find-figure.ts'
import type { AskedPeriod } from './find-periods.ts'
import type { AskedPeriods } from './read-periods.ts'
import { nameFiscal, sayDate } from './say-period.ts'
import { joinAnd } from './voice.ts'

interface Asked {
  readonly company: Company
  readonly metric: Measured
}

/** What no filing gives, in words: "Larkspur: gross margin in fiscal year 2023". */
export function nameMissing({ company, metric }: Asked, slots: readonly Slot[]): string {
  const times = slots.map(slot => nameSlot(slot, metric.kind === 'balance'))
  return `${shortName(company)}: ${metric.name}${times.length > 0 ? ` ${joinAnd(times)}` : ''}`
}

/** The same where the company's years do not even tell what time is meant. */
export function nameUnresolved({ company, metric }: Asked, asked: AskedPeriods): string {
  const [only, ...others] = asked.kind === 'each' ? asked.periods : []
  const when = only && others.length === 0 ? nameAsked(only, metric.kind === 'balance') : ''
  return `${shortName(company)}: ${metric.name}${when}`
}

function nameAsked(asked: AskedPeriod, isMoment: boolean): string {
  if (asked.kind === 'date') return ` ${isMoment ? 'as of' : 'to'} ${sayDate(asked.on)}`
  return asked.kind === 'latest' ? '' : ` ${nameSlot(asked, isMoment)}`
}

function nameSlot(slot: Slot, isMoment: boolean): string {
  if (slot.kind === 'trailing') return 'in the trailing 12 months'
  const named = nameFiscal({ end: '', fiscalYear: slot.year, part: slot.part })
  return isMoment ? `at the end of ${named}` : `in ${named}`
}
