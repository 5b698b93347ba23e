import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../../api/queries.ts'
import { DocsLink } from '../../../shell/docs-link.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { TEXT_LINK } from '../../../ui/text-link.tsx'
import { requestSnippets } from '../snippets/request-snippets.ts'
import type { ToolRequest } from '../tool-request.ts'
import { Disclosure } from './disclosure.tsx'

/** Code that makes the same call as the form. */
export function RequestPanel({ request }: { request: ToolRequest }) {
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
