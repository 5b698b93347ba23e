import type { AskedPeriod } from './find-periods.ts'
import { type AskedPeriods, hasTimes, type ReadPeriods, readPeriods } from './read-periods.ts'
import type { Clause } from './split-questions.ts'

/** The times that the clause names, or else those of what it was cut from. */
export function readTimes({ text, whole }: Clause, today: string): ReadPeriods {
  const times = readPeriods(text, today)
  if (hasTimes(times.asked) || times.isAgainstPrevious || whole === text) return times
  const { asked, isAgainstPrevious } = readPeriods(whole, today)
  return { ...times, asked, isAgainstPrevious }
}

/** Those of the clause, or else those spoken of before; what is held against another needs both. */
export function choosePeriods(
  { asked, base }: ReadPeriods,
  before: AskedPeriods | undefined,
): AskedPeriods {
  if (asked.kind === 'range' && !asked.to) {
    const [to, ...others] = before?.kind === 'each' ? before.periods : []
    return to && others.length === 0 ? { ...asked, to } : asked
  }
  if (!base) return hasTimes(asked) ? asked : (before ?? asked)
  return { kind: 'each', periods: [base, ...spokenOf(base, before)] }
}

/** What the base is held against: the times spoken of, or the latest of its kind. */
function spokenOf(base: AskedPeriod, before: AskedPeriods | undefined): readonly AskedPeriod[] {
  if (before?.kind === 'each' && before.periods.length > 0) return before.periods
  if (before?.kind === 'range' && before.to) return [before.to]
  return [{ kind: 'latest', ...(base.kind === 'fiscal' && { part: base.part }) }]
}
