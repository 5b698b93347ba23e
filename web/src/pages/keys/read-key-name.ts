import { siteFormats } from '@footnote/contract/site/formats'
import { siteLimits } from '@footnote/contract/site/limits'

type Reading = { readonly name: string } | { readonly error: string }

/** Checks a name by the server's rules, without the spaces around it. */
export function readKeyName(typed: string): Reading {
  const name = typed.trim()
  const { check, message } = siteFormats['key-name']
  if (!check(name)) return { error: asSentence(message) }
  const most = siteLimits.keyNameCharacters
  if ([...name].length > most) return { error: asSentence(`must have at most ${most} characters`) }
  return { name }
}

/** Turns a contract message, which continues a field's name, into a sentence of its own. */
export function asSentence(message: string): string {
  return `This ${message}.`
}
