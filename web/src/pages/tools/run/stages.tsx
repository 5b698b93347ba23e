import { countsText, stageText } from '@footnote/contract/progress-text'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TimelineEntry } from '../task/use-task-progress.ts'
import { PulseDot } from '../time/elapsed.tsx'

/** The usual stages of a call; shown ahead until the service reports them or others. */
const USUAL = ['planning', 'searching', 'reading', 'writing', 'verifying']

/** The stages of a call: those reported, the current one, and those usually still to come. */
export function Stages({ timeline }: { timeline: readonly TimelineEntry[] }) {
  return (
    <ol aria-label="Progress" className="space-y-2 border-l border-rule pl-5">
      {timeline.map(({ number, stage, counts }) => {
        const isLast = number === timeline.length
        return (
          <li key={number} className="relative text-sm">
            <Mark>
              {isLast ? <PulseDot /> : <Check className="size-3.5 text-good" aria-hidden="true" />}
            </Mark>
            <span className={isLast ? 'font-medium' : 'text-quiet'}>{stageText(stage)}</span>{' '}
            <span className="ml-1 text-quiet tabular-nums">{countsText(counts)}</span>
          </li>
        )
      })}
      {stagesAhead(timeline).map(stage => (
        <li key={stage} className="relative text-sm text-quiet">
          <Mark>
            <span className="size-2 rounded-full border border-edge" />
          </Mark>
          {stageText(stage)}
        </li>
      ))}
    </ol>
  )
}

/** The usual stages after the latest one; none if the service uses other stages. */
export function stagesAhead(timeline: readonly Pick<TimelineEntry, 'stage'>[]): readonly string[] {
  if (timeline.length === 0) return USUAL
  const latest = timeline.findLast(({ stage }) => USUAL.includes(stage))
  const isUsual = latest !== undefined && latest === timeline.at(-1)
  return isUsual ? USUAL.slice(USUAL.indexOf(latest.stage) + 1) : []
}

function Mark({ children }: { children: ReactNode }) {
  return (
    <span className="absolute top-1 -left-[1.6875rem] grid size-3.5 place-items-center rounded-full bg-raised">
      {children}
    </span>
  )
}
