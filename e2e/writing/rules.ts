/** A way of writing that readers stumble over, and what to write instead. */
interface Rule {
  readonly pattern: RegExp
  readonly instead: string
  /** Reads only text on screens and in guides: the code may use the word for a table or a type. */
  readonly onScreensOnly?: boolean
}

/** Sentences that a noun should open; questions may open with these words. */
const OPENING: Rule = {
  pattern: /^(?:What|Whatever|Whoever|Who|Where|Wherever)(?![’'])\b(?!.*\?["”’)]*$)/,
  instead: 'name the subject first',
}

const RULES: readonly Rule[] = [
  { pattern: /\bmoney of tests?\b|\btest money\b/i, instead: 'test credit' },
  {
    pattern: /\bmachine of (?:one's|your|its|their) own\b|\bown machine\b/i,
    instead: 'local mode',
  },
  { pattern: /\bown looks?\b|\blooks? at (?:a|the|its|their) tasks?\b/i, instead: 'poll' },
  { pattern: /\btold\b/i, instead: 'reported, shown, the message' },
  { pattern: /\bstands? (?:in|on|among|there|here|beside|under)\b/i, instead: 'is' },
  { pattern: /\bshelf\b/i, instead: 'run index' },
  { pattern: /\b(?:half|nine of ten) within\b/i, instead: 'median, p90' },
  { pattern: /\bof your shape\b/i, instead: 'JSON that matches your schema' },
  { pattern: /\bin vain\b/i, instead: 'failed attempts' },
  { pattern: /\bThat is all\.|\bThis is how things stand\b/, instead: 'leave it out' },
  { pattern: /\bgiven back\b/i, instead: 'refunded' },
  { pattern: /\bmovements?\b/i, instead: 'transactions', onScreensOnly: true },
  {
    pattern: /\b(?:is|are|was|were|stays?) (?:held|captured)\b/i,
    instead: 'pending, paid',
    onScreensOnly: true,
  },
]

/** Names each rule that a text breaks, with the sentence that breaks it. */
export function findFaults(text: string, { onScreen }: { onScreen: boolean }): string[] {
  return toSentences(text).flatMap(sentence =>
    [OPENING, ...RULES]
      .filter(({ onScreensOnly }) => onScreen || !onScreensOnly)
      .filter(({ pattern }) => pattern.test(sentence))
      .map(({ instead }) => `${sentence} (${instead})`),
  )
}

function toSentences(text: string): string[] {
  const plain = text
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/[*_]{2}/g, '')
    .replaceAll(/\s+/g, ' ')
  return plain
    .split(/(?<=[.!?]["”’)]*)\s+(?=["“‘(]?[A-Z])/)
    .map(sentence => sentence.replace(/^[\s"“‘(]+/, '').trim())
    .filter(Boolean)
}
