import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { useSiteForm } from '../../ui/use-site-form.ts'
import { OutboxHint } from './outbox-hint.tsx'

/** Time for the message to arrive, since a new code invalidates the one before. */
const WAIT_SECONDS = 30

/** Form for a code sent by email, with a button to resend it. */
export function MailedCodeForm({
  submitLabel,
  send,
  resend,
}: {
  submitLabel: string
  send: (code: string) => Promise<unknown>
  resend: () => Promise<unknown>
}) {
  const [secondsLeft, restart] = useCountdown(WAIT_SECONDS)
  const form = useSiteForm({ send: values => send(values('code')) })
  const codeField = useRef<HTMLInputElement>(null)
  const again = useMutation({
    mutationFn: resend,
    onMutate: form.reset,
    onSuccess: () => {
      if (codeField.current) codeField.current.value = ''
    },
    onSettled: () => {
      restart()
      // The pressed button is disabled for a while.
      codeField.current?.focus()
    },
  })
  return (
    <form {...form.props} className="space-y-4">
      <CodeField ref={codeField} label="Code" error={form.errorOf('code')} />
      <OutboxHint />
      <ErrorNotice error={form.error ?? again.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={form.isBusy}>
          {submitLabel}
        </Button>
        <Button
          look="quiet"
          onClick={() => again.mutate()}
          busy={again.isPending}
          disabled={secondsLeft > 0}
          className="tabular-nums"
        >
          {secondsLeft > 0 ? `Send new code in ${secondsLeft} s` : 'Send new code'}
        </Button>
      </div>
      <p role="status" className="text-sm text-good empty:hidden">
        {again.isSuccess && 'We sent a new code. The previous one no longer works.'}
      </p>
    </form>
  )
}

/** Counts down whole seconds; returns those left and a function that restarts. */
function useCountdown(seconds: number): readonly [number, () => void] {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (left === 0) return undefined
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  return [left, () => setLeft(seconds)]
}
