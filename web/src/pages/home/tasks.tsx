import { limits } from '@footnote/contract/limits'
import { HomeSection } from './home-section.tsx'
import { NoteMark } from './notes.tsx'

const STEPS = [
  {
    line: 'POST /api/v1/research',
    about: 'Answers at once with a task_id. This is what is paid for.',
  },
  {
    line: 'GET /api/v1/research/{task_id}/events',
    about: 'Tells how far it is while it works: states, stages and counts. Free.',
  },
  {
    line: 'GET /api/v1/research/{task_id}',
    about: `The report, as often as you like for ${limits.taskLifetimeHours} hours. Free.`,
  },
]

export function Tasks() {
  return (
    <HomeSection
      title="Long research runs on without you"
      lead={
        <p>
          From deep on, research is a background task: no connection has to be kept open. A task
          that comes to nothing, or is not done after {limits.taskLifetimeHours} hours, is refunded
          by itself.
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
