import { limits } from '@footnote/contract/limits'
import { callOutcomes } from '@footnote/contract/site/call-outcomes'
import { siteLimits } from '@footnote/contract/site/limits'

const MEANINGS = [
  {
    name: callOutcomes.answered,
    text: `The call was paid for and its result delivered. A background task counts when its result is first fetched, or after ${limits.taskLifetimeHours} hours if nobody fetches it.`,
  },
  {
    name: callOutcomes.no_answer,
    text: 'No source supports an answer, no result matches the caller’s schema, or the request cannot be served as it was asked. The call was refunded.',
  },
  {
    name: callOutcomes.failed,
    text: 'Something broke or took too long. The call was refunded. A request that is refused before it is charged, such as one that is not valid, is not counted at all.',
  },
  {
    name: 'Median and p90',
    text: 'Half of the answered calls took no longer than the median, nine of ten no longer than the p90, from the debit to the result, to within a few per cent. A background task counts until the engine that ran it reports its end.',
  },
  {
    name: 'Few calls',
    text: `Below ${siteLimits.fewestCallsForShares} calls you see counts instead of percentages and durations: a single call would change those too much.`,
  },
  {
    name: 'When',
    text: 'By the hour in which the call was settled. Hours are shown in your own time, days in UTC.',
  },
]

/** So that nobody has to guess what a number means. */
export function WhatIsCounted() {
  return (
    <section aria-labelledby="counted" className="mt-14 border-t border-rule pt-8">
      <h2 id="counted" className="font-serif text-lg font-medium">
        What the figures count
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
