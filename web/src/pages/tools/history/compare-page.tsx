import { pages } from '@footnote/contract/site/pages'
import { callName } from '@footnote/contract/tools'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type HistoryRun, textOfRun } from '../../../history/history-run.ts'
import { durationText } from '../../../ui/duration-text.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { Time } from '../../../ui/time.tsx'
import { useHistory, useKeptRun } from '../tool-memory.tsx'
import { ToolNav } from '../tool-nav.tsx'
import { compareSources } from './compare-sources.ts'
import { KeptReport } from './kept-report.tsx'
import { RunCost } from './run-facts.tsx'
import { MissingRun } from './run-page.tsx'

/** Two runs side by side: their figures, their shared sources and their texts. */
export function ComparePage() {
  const { first = '', second = '' } = useParams({ strict: false })
  const { status } = useHistory()
  const [one, other] = [useKeptRun(first), useKeptRun(second)]
  return (
    <>
      <ToolNav />
      <PageTitle title="Compare runs" />
      {status === 'loading' && <Skeleton className="h-80 rounded-xl" />}
      {status !== 'loading' && !(one && other) && <MissingRun />}
      {one && other && <Comparison one={one} other={other} />}
    </>
  )
}

function Comparison({ one, other }: { one: HistoryRun; other: HistoryRun }) {
  const sources = compareSources(one, other)
  const rows: readonly (readonly [name: string, cell: (run: HistoryRun) => ReactNode])[] = [
    ['Tool', callName],
    ['Cost', run => <RunCost run={run} />],
    ['Started', run => <Time at={new Date(run.startedAt).toISOString()} dayOnly />],
    ['Duration', ({ startedAt, endedAt }) => (endedAt ? durationText(endedAt - startedAt) : '–')],
    ['Words', run => textOfRun(run).split(/\s+/).filter(Boolean).length.toLocaleString('en')],
    ['Sources', run => (run === one ? sources.one : sources.other)],
    ['Sources in both', () => sources.both],
  ]
  return (
    <div className="space-y-6">
      <Panel>
        <table aria-label="Comparison" className="w-full table-fixed text-sm">
          <thead>
            <tr className="border-b border-rule text-left">
              <td />
              <th scope="col" className="py-2 pr-4 font-medium">
                First
              </th>
              <th scope="col" className="py-2 font-medium">
                Second
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, cell]) => (
              <tr key={name} className="border-b border-rule last:border-0">
                <th scope="row" className="py-2 pr-4 text-left font-normal text-quiet">
                  {name}
                </th>
                <td className="py-2 pr-4 align-top">{cell(one)}</td>
                <td className="py-2 align-top">{cell(other)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        {[one, other].map((run, index) => (
          <Panel key={run.id} className="min-w-0">
            <p className="mb-4 text-sm">
              <TextLink to={pages.run} params={{ runId: run.id }}>
                {index === 0 ? 'Open first run' : 'Open second run'}
              </TextLink>
            </p>
            <KeptReport run={run} isExample />
          </Panel>
        ))}
      </div>
    </div>
  )
}
