import { collapse } from '../verify/plain-sentence.ts'
import type { Proof } from './model-proofs.ts'
import { wordsOfName } from './property-words.ts'

const ADDRESS = /^(?:[a-z][a-z\d+.-]*:\/\/|mailto:|www\.)\S+$|^[^\s@]+@[^\s@]+\.[^\s@]+$/i
/** What goes on after an address, so that a shorter one would be another one. */
const GOES_ON = /^[\p{L}\p{N}/_%=&#?~+-]|^[.,:;@][\p{L}\p{N}]/u
const CAME_BEFORE = /[\p{L}\p{N}_.%+-]$/u

export function isAddress(text: string): boolean {
  return ADDRESS.test(text)
}

/** Whether a property asks for an address of a source, as far as its name or format says so. */
export function wantsAddress(name: string, format: string): boolean {
  const last = wordsOfName(name).split(' ').at(-1) ?? ''
  return format === 'uri' || /^(?:url|uri|link|source|citation|reference|website)s?$/.test(last)
}

/** Whether it is the address of a source, or stands in a quote whole. */
export function proveAddress(text: string, { quotes, evidence }: Proof): boolean {
  return (
    evidence.some(({ passage }) => passage.url === text) ||
    quotes.some(quote => standsIn(collapse(quote), text))
  )
}

function standsIn(quote: string, text: string): boolean {
  for (let at = quote.indexOf(text); at !== -1; at = quote.indexOf(text, at + 1)) {
    const before = quote.slice(0, at)
    if (!GOES_ON.test(quote.slice(at + text.length)) && !CAME_BEFORE.test(before)) return true
  }
  return false
}
