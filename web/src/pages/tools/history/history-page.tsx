import { pages } from '@footnote/contract/site/pages'
import { callName } from '@footnote/contract/tools'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type HistoryRun, searchRuns, titleOfRun } from '../../../history/history-run.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { counted } from '../../../ui/counted.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { INPUT } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useHistory } from '../tool-memory.tsx'
import { ToolNav } from '../tool-nav.tsx'
import { HistoryMenu } from './history-menu.tsx'
import { StarButton } from './run-actions.tsx'
import { RunFacts } from './run-facts.tsx'

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'starred', label: 'Starred' },
] as const
const COMPARED = 2
const SLICE = 50

/** The calls that this browser keeps. */
export function HistoryPage() {
  const { status, runs, isFull } = useHistory()
  return (
    <>
      <ToolNav />
      <PageTitle
        title="History"
        description="Your questions and results, encrypted in this browser. We don’t have them. Signing out deletes them."
      />
      {isFull && (
        <Notice tone="warn" className="mb-6">
          Your starred runs fill the history, so the latest run wasn’t kept. Remove a star or delete
          a run.
        </Notice>
      )}
      {status === 'loading' && <Skeleton className="h-80 rounded-xl" />}
      {status === 'off' && <TurnedOff />}
      {status === 'unavailable' && (
        <EmptyState title="History is unavailable">
          <p className="max-w-prose text-sm text-quiet">
            This browser blocks storage, or the page wasn’t loaded over HTTPS. Download results to
            keep them.
          </p>
        </EmptyState>
      )}
      {status === 'on' &&
        (runs.length === 0 ? (
          <EmptyState title="No runs yet">
            <p className="max-w-prose text-sm text-quiet">
              Ask a question, and its result stays here until you sign out.
            </p>
            <div className="flex flex-wrap justify-center gap-2">
              <ButtonLink to={pages.answer}>Ask a question</ButtonLink>
              <HistoryMenu runs={runs} />
            </div>
          </EmptyState>
        ) : (
          <Runs runs={runs} />
        ))}
    </>
  )
}

function TurnedOff() {
  const { history } = useHistory()
  return (
    <EmptyState title="History is off">
      <p className="max-w-prose text-sm text-quiet">
        This browser keeps no questions or results. They are lost when you reload the page.
      </p>
      <Button onClick={() => void history?.turn(true)}>Turn on history</Button>
    </EmptyState>
  )
}

function Runs({ runs }: { runs: readonly HistoryRun[] }) {
  const [words, setWords] = useState('')
  const [shown, setShown] = useState<(typeof SHOWN)[number]['value']>('all')
  const [most, setMost] = useState(SLICE)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const navigate = useNavigate()
  const found = searchRuns(runs, words).filter(run => shown === 'all' || run.isStarred)
  const [first, second] = chosen.filter(id => runs.some(run => run.id === id))
  const choose = (id: string) =>
    setChosen(
      chosen.includes(id) ? chosen.filter(one => one !== id) : [...chosen, id].slice(-COMPARED),
    )
  return (
    <Panel>
      <div className="flex flex-wrap items-center gap-3">
        <input
          type="search"
          aria-label="Search history"
          placeholder="Search questions and results"
          value={words}
          onChange={event => setWords(event.target.value)}
          className={classes(INPUT, 'max-w-80 min-w-0 flex-1 basis-52')}
        />
        <Segments legend="Show" name="shown" segments={SHOWN} chosen={shown} onChoose={setShown} />
        <HistoryMenu runs={runs} />
      </div>
      <div className="mt-4 flex min-h-10 flex-wrap items-center justify-between gap-3 text-sm text-quiet">
        <p role="status">
          {counted(found.length, 'run')}
          {first === undefined && found.length > 1 && '. Select two to compare.'}
          {first !== undefined && second === undefined && '. Select one more to compare.'}
        </p>
        {first !== undefined && second !== undefined && (
          <Button
            look="primary"
            onClick={() => void navigate({ to: pages.compare, params: { first, second } })}
          >
            Compare 2 runs
          </Button>
        )}
      </div>
      <ul aria-label="Runs" className="divide-y divide-rule">
        {found.slice(0, most).map(run => (
          <li key={run.id} className="flex items-start gap-2 py-3">
            <label className="grid size-10 shrink-0 cursor-pointer place-items-center">
              <span className="sr-only">Select {nameOf(run)}</span>
              <input
                type="checkbox"
                checked={chosen.includes(run.id)}
                onChange={() => choose(run.id)}
                className="size-4 accent-accent"
              />
            </label>
            <div className="min-w-0 flex-1 space-y-1 py-1.5">
              <p className="line-clamp-2 font-medium wrap-anywhere">
                <RunLink run={run} />
              </p>
              <RunFacts run={run} />
            </div>
            <StarButton run={run} />
          </li>
        ))}
      </ul>
      {found.length > most && (
        <Button className="mt-3" onClick={() => setMost(most + SLICE)}>
          Show more
        </Button>
      )}
    </Panel>
  )
}

function nameOf(run: HistoryRun): string {
  return titleOfRun(run) ?? callName(run)
}

/** Leads to the kept result, or to the task that is still running. */
function RunLink({ run }: { run: HistoryRun }) {
  const name = <bdi>{nameOf(run)}</bdi>
  return run.isTask && run.outcome.kind === 'open' ? (
    <TextLink to={pages.task} params={{ taskId: run.id }}>
      {name}
    </TextLink>
  ) : (
    <TextLink to={pages.run} params={{ runId: run.id }}>
      {name}
    </TextLink>
  )
}
