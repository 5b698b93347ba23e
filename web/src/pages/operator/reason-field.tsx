import { siteLimits } from '@footnote/contract/site/limits'
import type { ReactNode } from 'react'
import { Field } from '../../ui/field.tsx'

/** Why: asked of every action. */
export function ReasonField({
  value,
  onChange,
  hint = 'Kept for good in the list of actions, with your address.',
  error,
  isLocked = false,
  autoFocus = false,
}: {
  value: string
  onChange: (value: string) => void
  hint?: ReactNode
  error: string | undefined
  isLocked?: boolean
  autoFocus?: boolean
}) {
  return (
    <Field
      label="Reason"
      name="reason"
      value={value}
      onChange={event => onChange(event.target.value)}
      hint={hint}
      error={error}
      maxLength={siteLimits.reasonCharacters}
      readOnly={isLocked}
      autoComplete="off"
      autoFocus={autoFocus}
    />
  )
}
