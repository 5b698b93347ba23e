import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'

type Tone = 'info' | 'good' | 'warn' | 'bad'

const TONES: Readonly<Record<Tone, string>> = {
  info: 'border-rule bg-sheet',
  good: 'border-good/30 bg-good-wash text-good',
  warn: 'border-warn/30 bg-warn-wash text-warn',
  bad: 'border-bad/30 bg-bad-wash text-bad',
}

/** A highlighted message; screen readers announce errors at once and the rest politely. */
export function Notice({
  tone = 'info',
  children,
  className,
}: {
  tone?: Tone
  children: ReactNode
  className?: string
}) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={classes('rounded-lg border px-4 py-3 text-sm', TONES[tone], className)}
    >
      {children}
    </div>
  )
}

/** Shows a request's error, if there is one. */
export function ErrorNotice({
  error,
  onRetry,
  className,
}: {
  error: Error | null
  /** Adds a button that loads the data again. */
  onRetry?: () => unknown
  className?: string
}) {
  if (!error) return null
  return (
    <Notice tone="bad" {...(className !== undefined && { className })}>
      {error.message}
      {onRetry && (
        <div className="mt-2">
          <Button onClick={() => void onRetry()}>Try again</Button>
        </div>
      )}
    </Notice>
  )
}
