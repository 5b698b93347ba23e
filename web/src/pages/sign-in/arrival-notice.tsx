import { Notice } from '../../ui/notice.tsx'
import { arrivalMessage } from './arrival-message.ts'
import { useSearchValueOnce } from './use-search-value-once.ts'

/** Explains why the reader landed on the sign-in page, if the URL says so. */
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
