import { bearsTitle } from './bears-title.ts'
import type { FoundSentence } from './find-sentences.ts'

const OF_OFFICES = /\b(?:chief of state|head of government)\b/i

/** Whoever asks for the king of a republic is not served with its president. */
export function holdsOffice({ label, text }: FoundSentence, question: string): boolean {
  return !OF_OFFICES.test(label ?? '') || bearsTitle(question, text)
}
