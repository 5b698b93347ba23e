import type { AskedPeriod } from './find-periods.ts'
import { type AskedPeriods, hasTimes, type ReadPeriods, readPeriods } from './read-periods.ts'
import type { Clause } from './split-questions.ts'

/** Reads the times that the clause names, or else those of the sentence around it. */
export function readTimes({ text, whole }: Clause, today: string): ReadPeriods {
  const times = readPeriods(text, today)
  if (hasTimes(times.asked) || times.isAgainstPrevious || whole === text) return times
  const { asked, isAgainstPrevious } = readPeriods(whole, today)
  return { ...times, asked, isAgainstPrevious }
}

/** Chooses the times of the clause, or else the previous ones; a comparison needs both. */
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

/** Returns the times to compare the base with: the previous ones, or the latest of its kind. */
function spokenOf(base: AskedPeriod, before: AskedPeriods | undefined): readonly AskedPeriod[] {
  if (before?.kind === 'each' && before.periods.length > 0) return before.periods
  if (before?.kind === 'range' && before.to) return [before.to]
  return [{ kind: 'latest', ...(base.kind === 'fiscal' && { part: base.part }) }]
}
