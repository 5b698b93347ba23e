import { limits } from '@footnote/contract/limits'
import { HomeSection } from './home-section.tsx'
import { NoteMark } from './notes.tsx'

const STEPS = [
  {
    line: 'POST /api/v1/research',
    about: 'Returns a task_id right away. This is the only request you pay for.',
  },
  {
    line: 'GET /api/v1/research/{task_id}/events',
    about: 'Streams progress: states, stages and counts. Free.',
  },
  {
    line: 'GET /api/v1/research/{task_id}',
    about: `Returns the report, as often as you like for ${limits.taskLifetimeHours} hours. Free.`,
  },
]

export function Tasks() {
  return (
    <HomeSection
      title="Long research runs in the background"
      lead={
        <p>
          At deep effort and above, research runs as a background task, so you don’t have to keep a
          connection open. A task that fails or isn’t finished after {limits.taskLifetimeHours}{' '}
          hours is refunded automatically.
          <NoteMark name="tasks" />
        </p>
      }
    >
      <ol className="border-l border-edge">
        {STEPS.map(({ line, about }) => (
          <li key={line} className="relative pb-7 pl-6 last:pb-0">
            <span
              aria-hidden="true"
              className="absolute top-1.5 -left-[0.3125rem] size-2.5 rounded-full border-2 border-accent bg-paper"
            />
            <code className="font-mono text-[0.8125rem] wrap-anywhere">{line}</code>
            <p className="mt-1 text-sm text-quiet">{about}</p>
          </li>
        ))}
      </ol>
    </HomeSection>
  )
}
