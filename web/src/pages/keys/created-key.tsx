import type { CreatedKeyResponse } from '@footnote/contract/site/responses'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { sessionQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { callSnippets } from '../tools/snippets/request-snippets.ts'

/** Shows a new key, the only time it is visible, with snippets that use it. */
export function CreatedKey({
  created,
  onStored,
  onLeave,
}: {
  created: CreatedKeyResponse
  onStored: () => void
  onLeave: () => void
}) {
  const { data } = useSuspenseQuery(sessionQuery)
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => shown.current?.focus(), [])
  return (
    <>
      <p className="text-sm">
        This is the only time you’ll see this key. Copy{' '}
        <span className="font-medium wrap-anywhere">“{created.name}”</span> now and store it with
        your other secrets. We keep only a hash of it.
      </p>
      <section
        ref={shown}
        aria-label={`Key ${created.name}`}
        tabIndex={-1}
        className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-rule bg-sheet py-2 pr-2 pl-4"
      >
        <code className="min-w-0 flex-[1_1_14rem] font-mono text-[0.8125rem] break-all select-all">
          {created.key}
        </code>
        <CopyButton text={created.key} label="Copy key" />
      </section>
      <div>
        <h3 className="mb-2 text-sm font-medium">Try it</h3>
        <CodeBlock
          label="Languages"
          snippets={callSnippets({ baseUrl: data.service.base_url, key: created.key })}
        />
      </div>
      <DialogActions>
        <Button look="quiet" onClick={onLeave}>
          Close
        </Button>
        <Button look="primary" onClick={onStored}>
          I’ve saved it
        </Button>
      </DialogActions>
    </>
  )
}
