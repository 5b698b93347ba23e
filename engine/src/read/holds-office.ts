import type { FoundSentence } from './find-sentences.ts'

const OFFICE = /\b(president|king|queen|emperor|prime minister|premier|chancellor)\b/i
const OF_OFFICES = /\b(?:chief of state|head of government)\b/i

/** Whoever asks for the king of a republic is not served with its president. */
export function holdsOffice({ label, text }: FoundSentence, question: string): boolean {
  const office = OFFICE.exec(question)?.[1]?.toLowerCase()
  if (office === undefined || !OF_OFFICES.test(label ?? '')) return true
  return text.toLowerCase().includes(office)
}
