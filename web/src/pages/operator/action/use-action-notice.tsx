import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Notice } from '../../../ui/notice.tsx'

interface Outcome {
  readonly text: ReactNode
  readonly tone?: 'good' | 'bad'
}
export type Report = (outcome: Outcome) => void

/**
 * Shows the outcome of an action above the page and moves the focus there. Call it in the page, not
 * in the dialog, which returns the focus to its button when it closes.
 */
export function useActionNotice(): readonly [ReactNode, Report] {
  const [outcome, setOutcome] = useState<Outcome>()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (outcome) notice.current?.focus()
  }, [outcome])
  const shown = outcome && (
    <div ref={notice} tabIndex={-1} className="rounded-lg">
      <Notice tone={outcome.tone ?? 'good'}>{outcome.text}</Notice>
    </div>
  )
  return [shown, setOutcome]
}
