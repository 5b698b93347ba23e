import { Notice } from '../../ui/notice.tsx'
import { arrivalMessage } from './arrival-message.ts'
import { useSearchValueOnce } from './use-search-value-once.ts'

/** Why somebody arrives at the sign-in, where the address says so. */
export function ArrivalNotice() {
  const error = useSearchValueOnce('error')
  const arrival = useSearchValueOnce('arrival')
  const message = arrivalMessage({ error, arrival })
  if (!message) return null
  return (
    <Notice tone={message.tone} className="mb-5">
      {message.text}
    </Notice>
  )
}
