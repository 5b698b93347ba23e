import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../api/queries.ts'
import { Notice } from '../../ui/notice.tsx'

/** Explains how to read messages in local mode without a mail server. */
export function OutboxHint() {
  const { data } = useSuspenseQuery(sessionQuery)
  if (data.service.mail !== 'outbox') return null
  return (
    <Notice>
      No mail server is set up. To read the message, run{' '}
      <code className="font-mono text-[0.85em] whitespace-nowrap">npx footnote outbox</code>.
    </Notice>
  )
}
