import { limits } from '@footnote/contract/limits'
import { HomeSection } from './home-section.tsx'
import { NoteMark } from './notes.tsx'

const KEPT = [
  {
    what: 'Questions, answers, reports, schemas and domain lists',
    where:
      'Kept in memory while the call runs and for two more minutes, so that an interrupted page can reconnect. Never written to a database, log, metric or trace.',
  },
  {
    what: 'Background tasks',
    where: `The engine or provider that runs the task keeps its text for up to ${limits.taskLifetimeHours} hours, so that you can fetch the result.`,
  },
  {
    what: 'Usage history',
    where: 'For each call: tool, effort, cost, state, key name and time.',
  },
  { what: 'API keys', where: 'Stored as a hash. You see a key only once, when you create it.' },
]

export function Stored() {
  return (
    <HomeSection
      id="stored"
      title="We don’t store your questions"
      lead={
        <p>
          We keep only what we need to bill a call.
          <NoteMark name="storage" />
        </p>
      }
    >
      <dl className="text-sm">
        {KEPT.map(({ what, where }) => (
          <div
            key={what}
            className="grid gap-x-8 gap-y-1 border-b border-rule py-3.5 first:pt-0 last:border-0 last:pb-0 sm:grid-cols-2"
          >
            <dt className="font-medium">{what}</dt>
            <dd className="text-quiet">{where}</dd>
          </div>
        ))}
      </dl>
    </HomeSection>
  )
}
