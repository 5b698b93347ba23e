import { limits } from '@footnote/contract/limits'

const MEANINGS = [
  {
    name: 'Succeeded',
    text: `The call was paid for and its result delivered. A background task counts when its result is first fetched, or after ${limits.taskLifetimeHours} hours if nobody came for it.`,
  },
  {
    name: 'Refunded',
    text: 'The call failed and cost nothing: something broke, it took too long, or no source answered the question. What was refused before it was charged, such as a request that is not valid, is not counted.',
  },
  {
    name: 'Half within, nine of ten within',
    text: 'From the debit to the result, of calls that succeeded, to within a few per cent. For a background task, until whoever ran it says that it was done; where that is not said, until the service saw it.',
  },
  {
    name: 'When',
    text: 'By the hour in which the call was settled. How far the counting has come stands at the top. Hours are shown in your own time, days in UTC.',
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
