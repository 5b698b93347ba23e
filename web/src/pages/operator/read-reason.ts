import { siteFormats } from '@footnote/contract/site/formats'
import { siteLimits } from '@footnote/contract/site/limits'

type Reading =
  | { readonly reason: string; readonly problem?: never }
  | { readonly reason?: never; readonly problem: string }

/** What the server would say of a reason, said before it is asked. Spaces around it do not count. */
export function readReason(typed: string): Reading {
  const reason = typed.trim()
  if (reason === '') return { problem: 'Say why; it is kept with the action.' }
  if (!siteFormats.reason.check(reason)) return { problem: 'Write it in one line.' }
  const most = siteLimits.reasonCharacters
  if ([...reason].length > most) return { problem: `Use at most ${most} characters.` }
  return { reason }
}
