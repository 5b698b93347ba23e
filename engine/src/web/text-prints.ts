import { createHash } from 'node:crypto'
import type { Document } from '../library/document.ts'
import { canonicalUrl } from './canonical-url.ts'

/** What copies of a text have in common, whatever follows it on their pages. */
const BEGINNING_CHARACTERS = 2_000

/** Remembers documents, and tells those that are the same or nearly so. */
export interface TextPrints {
  /** False for what is there already. */
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
