import { siteFormats } from '@footnote/contract/site/formats'
import { siteLimits } from '@footnote/contract/site/limits'
import type { ReactNode } from 'react'
import { Field } from '../../../ui/field.tsx'

/** The reason, required for every action. */
export function ReasonField({
  value,
  onChange,
  hint = 'Saved permanently in the list of actions, with your email address.',
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

type Reading =
  | { readonly reason: string; readonly problem?: never }
  | { readonly reason?: never; readonly problem: string }

/** Checks a reason by the server's rules, without the spaces around it. */
export function readReason(typed: string): Reading {
  const reason = typed.trim()
  if (reason === '') return { problem: 'Enter a reason.' }
  if (!siteFormats.reason.check(reason)) return { problem: 'Keep the reason on one line.' }
  const most = siteLimits.reasonCharacters
  if ([...reason].length > most) return { problem: `Use at most ${most} characters.` }
  return { reason }
}
