import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../api/queries.ts'
import { Notice } from '../../ui/notice.tsx'

/** Says where to read messages in local mode while no mail server is set. */
export function OutboxHint() {
  const { data } = useSuspenseQuery(sessionQuery)
  if (data.service.mail !== 'outbox') return null
  return (
    <Notice>
      No mail server is set up here. Read the message with{' '}
      <code className="font-mono text-[0.85em] whitespace-nowrap">npx footnote outbox</code>.
    </Notice>
  )
}
