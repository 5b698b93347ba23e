import type { SessionResponse } from '@footnote/contract/site/responses'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'

/** The signed-in account. */
export type Account = NonNullable<SessionResponse['account']>

/** Closes the form, with a confirmation to show if something was changed. */
export type Close = (achieved?: string) => void

export interface Edit {
  readonly label: string
  readonly look?: 'plain' | 'danger'
  readonly form: (close: Close) => ReactNode
}

/** A setting with its current value, edited in place, one change at a time. */
export function SettingPanel({
  title,
  description,
  edits,
  isPrinted = false,
  children,
}: {
  title: string
  description?: ReactNode
  edits: readonly Edit[]
  /** Whether the panel appears on paper. */
  isPrinted?: boolean
  children?: ReactNode
}) {
  const [openLabel, setOpenLabel] = useState<string>()
  const [achieved, setAchieved] = useState<string>()
  const result = useRef<HTMLDivElement>(null)
  const open = edits.find(({ label }) => label === openLabel)
  const close: Close = words => {
    setOpenLabel(undefined)
    setAchieved(words)
    // The focused form is gone; without this, keyboard users would start over at the top.
    result.current?.focus({ preventScroll: true })
  }
  return (
    <Panel
      title={title}
      className={isPrinted ? 'print:border-0' : 'print:hidden'}
      {...(description !== undefined && { description })}
      action={
        <div className="flex flex-wrap gap-2 print:hidden">
          {open ? (
            <Button onClick={() => close()}>Cancel</Button>
          ) : (
            edits.map(({ label, look = 'plain' }) => (
              <Button
                key={label}
                look={look}
                onClick={() => {
                  setAchieved(undefined)
                  setOpenLabel(label)
                }}
              >
                {label}
              </Button>
            ))
          )}
        </div>
      }
    >
      <div ref={result} tabIndex={-1} className="space-y-4 outline-none">
        <div className="print:hidden">{children}</div>
        {achieved !== undefined && (
          <Notice tone="good" className="print:hidden">
            {achieved}
          </Notice>
        )}
        {open?.form(close)}
      </div>
    </Panel>
  )
}
