import { effortsOf, type Tool, tools } from '@footnote/contract/tools'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { sessionQuery } from '../../../api/queries.ts'
import { DocsLink } from '../../../shell/docs-link.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { TEXT_LINK } from '../../../ui/text-link.tsx'
import { requestSnippets } from '../snippets/request-snippets.ts'
import { SourceControls } from '../sources/source-controls.tsx'
import { useToolMemory } from '../tool-memory.tsx'
import type { ToolRequest } from '../tool-request.ts'
import { Disclosure } from './disclosure.tsx'
import { EffortChoice } from './effort-choice.tsx'
import { findDraftFaults, sizeFault } from './find-draft-faults.ts'
import { QuestionField } from './question-field.tsx'
import { ResearchOptions } from './research-options.tsx'
import { RunBar } from './run-bar.tsx'
import { SourcesLine } from './sources-line.tsx'
import { Spoken } from './spoken.tsx'
import { toRequest } from './to-request.ts'
import { emptyDraft, type ToolDraft } from './tool-draft.ts'

/** The form of a tool; it keeps its content while the call runs and after it failed. */
export function ToolForm({
  tool,
  isRunning,
  onRun,
}: {
  tool: Tool
  isRunning: boolean
  onRun: (request: ToolRequest) => void
}) {
  const { sources, takesBackground } = tools[tool]
  const { drafts } = useToolMemory()
  const [draft, setDraft] = useState(() => drafts.get(tool) ?? emptyDraft(tool))
  const [wasTried, setTried] = useState(false)
  const request = toRequest(tool, draft)
  const tooLarge = sizeFault(request)
  const faults = wasTried ? findDraftFaults(tool, draft) : {}
  const change = (changed: Partial<ToolDraft>) => {
    const next = { ...draft, ...changed }
    drafts.set(tool, next)
    setDraft(next)
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isRunning) return
    const form = event.currentTarget
    const [fault] = Object.keys(findDraftFaults(tool, draft))
    const bad =
      fault === undefined ? form.querySelector(':invalid') : form.elements.namedItem(fault)
    setTried(fault !== undefined)
    if (bad instanceof HTMLElement) showField(bad)
    if (fault === undefined && bad === null && tooLarge === undefined) onRun(request)
  }
  return (
    <form onSubmit={submit} noValidate className="space-y-5">
      <QuestionField
        tool={tool}
        question={draft.question}
        fault={faults.question}
        onChange={question => change({ question })}
      />
      <SourcesLine />
      {effortsOf(tool).length > 0 && (
        <EffortChoice tool={tool} effort={draft.effort} onChoose={effort => change({ effort })} />
      )}
      <div>
        {sources !== null && (
          <SourceControls
            tool={tool}
            sources={draft.sources}
            fault={faults.freshness}
            onChange={sources => change({ sources })}
          />
        )}
        {takesBackground && (
          <ResearchOptions draft={draft} fault={faults.schema} onChange={change} />
        )}
      </div>
      {/* Stays in view while the form is; above the navigation of a phone. */}
      <div className="sticky bottom-0 z-10 -mx-5 border-t border-rule bg-raised px-5 py-3 max-lg:bottom-[calc(3.75rem+env(safe-area-inset-bottom))]">
        {tooLarge !== undefined && <p className="mb-3 text-sm text-bad">{tooLarge}</p>}
        <Spoken text={tooLarge ?? ''} />
        <RunBar
          tool={tool}
          effort={draft.effort}
          isRunning={isRunning}
          isTooLarge={tooLarge !== undefined}
        />
      </div>
      <RequestPanel request={request} />
    </form>
  )
}

/** Focuses a field, opening the part of the form that contains it. */
function showField(field: HTMLElement): void {
  const part = field.closest('details')
  if (part) part.open = true
  field.focus()
}

/** Code that makes the same call as the form. */
function RequestPanel({ request }: { request: ToolRequest }) {
  const { data } = useSuspenseQuery(sessionQuery)
  return (
    <Disclosure title="Make this call from your code" detail="curl, TypeScript, Python">
      <p className="max-w-prose text-sm text-quiet">
        This code sends the same request, with the API key from{' '}
        <code className="font-mono text-[0.9em]">FOOTNOTE_API_KEY</code>. Every run is charged as a
        new call. See the{' '}
        <DocsLink href="/docs/reference" className={TEXT_LINK}>
          API reference
        </DocsLink>
        .
      </p>
      <CodeBlock
        label="Languages"
        snippets={requestSnippets({ baseUrl: data.service.base_url, request })}
      />
    </Disclosure>
  )
}
