import { siteFormats } from '@footnote/contract/site/formats'
import { siteLimits } from '@footnote/contract/site/limits'

type Reading = { readonly name: string } | { readonly error: string }

/** What the server would say of a name, said before it is asked. Spaces around it do not count. */
export function readKeyName(typed: string): Reading {
  const name = typed.trim()
  const { check, message } = siteFormats['key-name']
  if (!check(name)) return { error: asSentence(message) }
  const most = siteLimits.keyNameCharacters
  if ([...name].length > most) return { error: asSentence(`must have at most ${most} characters`) }
  return { name }
}

/** The contract's messages go on after the field's name; at the field itself they need a beginning. */
export function asSentence(message: string): string {
  return `This ${message}.`
}
