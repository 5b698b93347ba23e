import { limits } from '@footnote/contract/limits'
import { callOutcomes } from '@footnote/contract/site/call-outcomes'
import { siteLimits } from '@footnote/contract/site/limits'

const MEANINGS = [
  {
    name: callOutcomes.answered,
    text: `The call was paid and its result delivered. A background task counts when its result is first fetched, or after ${limits.taskLifetimeHours} hours if nobody fetches it.`,
  },
  {
    name: callOutcomes.no_answer,
    text: 'No source supported an answer, no result matched the caller’s schema, or the request couldn’t be served as sent. The call was refunded.',
  },
  {
    name: callOutcomes.failed,
    text: 'Something broke or took too long. The call was refunded. Requests rejected before they are charged, such as invalid ones, aren’t counted.',
  },
  {
    name: 'Median and p90',
    text: 'Half of the answered calls took no longer than the median, and 90% no longer than the p90. Durations run from the charge to the result and are accurate to within a few percent. A background task ends when the engine that runs it reports the end.',
  },
  {
    name: 'Few calls',
    text: `With fewer than ${siteLimits.fewestCallsForShares} calls, you see counts instead of percentages. With fewer than ${siteLimits.fewestCallsForShares} answered calls, you see no median or p90. A single call would change these figures too much.`,
  },
  {
    name: 'Incident',
    text: `An hour with ${siteLimits.fewestCallsForShares} calls or more of which over ${siteLimits.incidentFailedShare * 100}% failed, or a notice by the operator of the service.`,
  },
  {
    name: 'When',
    text: 'A call counts in the hour in which its charge became final or was refunded. Hours are shown in your local time, days in UTC.',
  },
]

/** Definitions of the page's figures. */
export function WhatIsCounted() {
  return (
    <section aria-labelledby="counted" className="mt-14 border-t border-rule pt-8">
      <h2 id="counted" className="font-serif text-lg font-medium">
        How to read these figures
      </h2>
      <dl className="mt-4 grid gap-x-12 gap-y-5 text-sm md:grid-cols-2">
        {MEANINGS.map(({ name, text }) => (
          <div key={name}>
            <dt className="font-medium">{name}</dt>
            <dd className="mt-1 text-pretty text-quiet">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
