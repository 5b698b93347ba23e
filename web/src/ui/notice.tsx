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

/** Something that matters on this page; errors are read out at once, the rest when there is a pause. */
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

/** What went wrong with something that was asked for; nothing while nothing did. */
export function ErrorNotice({
  error,
  onRetry,
  className,
}: {
  error: Error | null
  /** For what is only looked at: asks for it once more. */
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
