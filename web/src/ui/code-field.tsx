import { siteLimits } from '@footnote/contract/site/limits'
import { type ClipboardEvent, type RefObject, useCallback, useId } from 'react'
import { classes } from './classes.ts'
import { INPUT } from './field.tsx'
import { focusOnMount } from './focus-on-mount.ts'

const DIGITS = siteLimits.codeDigits

/** Field for a 6-digit code; it submits the form after the last digit. */
export function CodeField({
  label,
  error,
  takesFocus = true,
  ref,
}: {
  label: string
  error?: string | undefined
  takesFocus?: boolean
  ref?: RefObject<HTMLInputElement | null>
}) {
  const id = useId()
  const hold = useCallback(
    (input: HTMLInputElement | null) => {
      if (ref) ref.current = input
      if (takesFocus) focusOnMount(input)
    },
    [ref, takesFocus],
  )
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        ref={hold}
        name="code"
        required
        minLength={DIGITS}
        maxLength={DIGITS}
        inputMode="numeric"
        autoComplete="one-time-code"
        aria-invalid={error !== undefined}
        {...(error !== undefined && { 'aria-describedby': `${id}-note` })}
        onChange={({ currentTarget }) => enter(currentTarget, currentTarget.value)}
        onPaste={paste}
        className={classes(
          INPUT,
          'min-h-12 max-w-56 font-mono text-[1.25rem]! tracking-[0.35em] tabular-nums',
        )}
      />
      {error !== undefined && (
        <p id={`${id}-note`} className="mt-1.5 text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

/** Removes spaces and dashes from a pasted code before `maxLength` cuts it. */
function paste(event: ClipboardEvent<HTMLInputElement>): void {
  event.preventDefault()
  enter(event.currentTarget, event.clipboardData.getData('text'))
}

function enter(input: HTMLInputElement, text: string): void {
  const digits = text.replaceAll(/\D/g, '').slice(0, DIGITS)
  input.value = digits
  if (digits.length === DIGITS) input.form?.requestSubmit()
}
