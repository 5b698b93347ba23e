import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../../api/queries.ts'
import { DocsLink } from '../../../shell/docs-link.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { TEXT_LINK } from '../../../ui/text-link.tsx'
import { requestSnippets } from '../snippets/request-snippets.ts'
import type { ToolRequest } from '../tool-request.ts'
import { Disclosure } from './disclosure.tsx'

/** The form as it stands now, as lines that make the same call from elsewhere. */
export function RequestPanel({ request }: { request: ToolRequest }) {
  const { data } = useSuspenseQuery(sessionQuery)
  return (
    <Disclosure title="The same call from a program" detail="curl, TypeScript, Python">
      <p className="max-w-prose text-sm text-quiet">
        Exactly this request, with the key from the environment variable{' '}
        <code className="font-mono text-[0.9em]">FOOTNOTE_API_KEY</code>. Each run is a call of its
        own and costs the same; see the{' '}
        <DocsLink href="/docs/reference" className={TEXT_LINK}>
          reference
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
