import { useEffect, useState } from 'react'

const PAUSE_MS = 800

/** Announces text that changes while the reader types, once they pause. */
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
