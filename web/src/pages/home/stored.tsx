import { limits } from '@footnote/contract/limits'
import { HomeSection } from './home-section.tsx'
import { NoteMark } from './notes.tsx'

const KEPT = [
  {
    what: 'Questions, answers, reports, schemas, domain lists',
    where:
      'In memory, for the length of the call, and two minutes longer for a page that has to connect again. In no table, log, metric or trace.',
  },
  {
    what: 'The text of a background task',
    where: `With the engine or upstream that runs it, for up to ${limits.taskLifetimeHours} hours, so that you can fetch it.`,
  },
  {
    what: 'That a call was made',
    where: 'In your usage history: tool, effort, cost, state, name of the key, time.',
  },
  { what: 'API keys', where: 'As a hash. A key is shown once, when it is created.' },
]

export function Stored() {
  return (
    <HomeSection
      id="stored"
      title="What you ask is not stored"
      lead={
        <p>
          What Footnote knows of a call is what its bill needs.
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
