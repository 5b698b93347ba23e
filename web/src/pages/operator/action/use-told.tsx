import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Notice } from '../../../ui/notice.tsx'

interface Told {
  readonly text: ReactNode
  readonly tone?: 'good' | 'bad'
}
export type Tell = (told: Told) => void

/**
 * Says above the page what an action did, and moves the focus there. To be used by the page itself: the
 * dialog gives the focus back to its button first.
 */
export function useTold(): readonly [ReactNode, Tell] {
  const [told, setTold] = useState<Told>()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (told) notice.current?.focus()
  }, [told])
  const shown = told && (
    <div ref={notice} tabIndex={-1} className="rounded-lg">
      <Notice tone={told.tone ?? 'good'}>{told.text}</Notice>
    </div>
  )
  return [shown, setTold]
}
