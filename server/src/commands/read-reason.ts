import { siteFormats } from '@footnote/contract/site/formats'
import { siteLimits } from '@footnote/contract/site/limits'
import { CommandError } from './command-error.ts'

const LONGEST = siteLimits.reasonCharacters

/** Why an operator does something, as it is kept and shown. */
export function readReason(text: string): string {
  const reason = text.trim()
  if (reason === '' || reason.length > LONGEST) {
    throw new CommandError(`--reason must have 1 to ${LONGEST} characters`)
  }
  if (!siteFormats.reason.check(reason)) throw new CommandError('--reason must be one line')
  return reason
}
