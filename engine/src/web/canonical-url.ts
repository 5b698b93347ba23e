import { createHash } from 'node:crypto'
import type { Document } from '../library/document.ts'

/** Tracking parameters. */
const TRACKING =
  /^(?:utm_.*|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|igshid|mc_[ce]id|_hs(?:enc|mi)|ref_src|srsltid)$/i
/** Copies of a text share their beginning, whatever follows it on their pages. */
const BEGINNING_CHARACTERS = 2_000

/** Returns one key for a page's many addresses, to compare pages by; not an address to visit. */
export function canonicalUrl(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return url
  const host = parsed.host
    .replace(/^www\./, '')
    .replace(/\.$/, '')
    .replace(/(^|\.)m\.wikipedia\.org$/, '$1wikipedia.org')
  const path = decode(parsed.pathname).replace(/\/+$/, '')
  const parameters = [...parsed.searchParams].filter(([name]) => !TRACKING.test(name))
  const query = new URLSearchParams(parameters).toString()
  return `${host}${path}${query === '' ? '' : `?${query}`}`
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Remembers documents, to recognise copies and near copies. */
interface TextPrints {
  /** Returns false for a copy. */
  add(document: Document): boolean
}

export function createTextPrints(): TextPrints {
  const known = new Set<string>()
  return {
    add({ url, text }) {
      const beginning = plain(text.slice(0, BEGINNING_CHARACTERS * 2)).slice(
        0,
        BEGINNING_CHARACTERS,
      )
      const prints = [
        `url ${canonicalUrl(url)}`,
        `text ${hash(text)}`,
        `beginning ${hash(beginning)}`,
      ]
      if (prints.some(print => known.has(print))) return false
      for (const print of prints) known.add(print)
      return true
    },
  }
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
