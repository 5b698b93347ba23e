import { useEffect, useState } from 'react'

const PAUSE_MS = 800

/** What changes while one types, read out once one pauses. */
export function Spoken({ text }: { text: string }) {
  const [spoken, setSpoken] = useState('')
  useEffect(() => {
    const pause = setTimeout(() => setSpoken(text), PAUSE_MS)
    return () => clearTimeout(pause)
  }, [text])
  return (
    <span role="status" className="sr-only">
      {spoken}
    </span>
  )
}
