import { priceOf } from '@footnote/contract/prices'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { sessionQuery } from '../../api/queries.ts'
import { dayText } from '../../report/page-age.tsx'
import { Column } from '../../shell/column.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Money } from '../../ui/money.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { requestSnippets } from '../tools/snippets/request-snippets.ts'
import type { ToolRequest } from '../tools/tool-request.ts'
import { ExampleAnswer } from './example-answer.tsx'
import { NoteMark } from './notes.tsx'
import { recordedExamples } from './recorded-examples.ts'

/** Loaded when a reader chooses a report, which needs a reader of Markdown. */
const ResearchReport = lazy(async () => ({
  default: (await import('../../report/research-report.tsx')).ResearchReport,
}))

const { recordedOn, answer, research, structured } = recordedExamples

type ExampleName = 'answer' | 'research' | 'structured'
const LABELS: Readonly<Record<ExampleName, string>> = {
  answer: 'Answer',
  research: 'Research',
  structured: 'Structured output',
}

interface Example {
  readonly request: ToolRequest
  readonly costUnits: bigint
  readonly report: ReactNode
}

/** Recorded questions and answers, readable without an account. */
export function ExampleDesk() {
  const [chosen, setChosen] = useState<ExampleName>('answer')
  const { request, costUnits, report } = exampleOf(chosen)
  return (
    <section aria-labelledby="examples" className="border-t border-rule bg-sheet">
      <Column className="py-12 lg:py-16">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <div>
            <h2 id="examples" className="font-serif text-[1.75rem] leading-tight font-medium">
              See a real answer
              <NoteMark name="library" />
            </h2>
            <p className="mt-2 text-sm text-quiet">
              Recorded from the built-in engine on{' '}
              <time dateTime={recordedOn}>{dayText(recordedOn)}</time>. Switching between examples
              makes no calls.
            </p>
          </div>
          <Segments
            legend="Recorded examples"
            name="example"
            chosen={chosen}
            onChoose={setChosen}
            segments={Object.entries(LABELS).map(([value, label]) => ({
              value: value as ExampleName,
              label,
            }))}
          />
        </div>
        <div className="mt-6 grid rounded-xl border border-rule bg-raised shadow-[0_1px_2px_rgb(0_0_0/0.04),0_16px_40px_-20px_rgb(0_0_0/0.14)] lg:grid-cols-2">
          <RequestPane request={request} costUnits={costUnits} />
          <section
            aria-label={`Recorded result: ${LABELS[chosen]}`}
            className="min-w-0 px-5 py-6 max-lg:border-t max-lg:border-rule sm:px-8 sm:py-8 lg:border-l lg:border-rule"
          >
            <Suspense fallback={<Skeleton className="h-96" />}>{report}</Suspense>
          </section>
        </div>
      </Column>
    </section>
  )
}

/** Sticks to the top while a long report scrolls. */
function RequestPane({ request, costUnits }: { request: ToolRequest; costUnits: bigint }) {
  const { data: session } = useQuery(sessionQuery)
  const baseUrl = session?.service.base_url ?? location.origin
  return (
    <div className="min-w-0 px-5 py-6 sm:px-8 sm:py-8">
      <div className="space-y-3 lg:sticky lg:top-6">
        <p className="text-sm text-quiet">
          One call, <Money units={costUnits} className="text-ink" />, charged before it runs. Copy a
          snippet to make it yourself.
        </p>
        <CodeBlock label="Code for this call" snippets={requestSnippets({ baseUrl, request })} />
      </div>
    </div>
  )
}

function exampleOf(name: ExampleName): Example {
  if (name === 'answer') {
    return {
      request: { tool: 'answer', body: answer.request },
      costUnits: priceOf('answer', null).costUnits,
      report: <ExampleAnswer question={answer.request.query} result={answer.response} />,
    }
  }
  const { request, response } = name === 'research' ? research : structured
  return {
    request: { tool: 'research', body: request },
    costUnits: priceOf('research', 'standard').costUnits,
    report: (
      <ResearchReport
        isExample
        key={name}
        output={response.output}
        question={request.input}
        fileName={`footnote-example-${name}`}
      />
    ),
  }
}
