import words from '../../data/report-words.json' with { type: 'json' }
import { baseOf } from '../text/language-tag.ts'
import type { VerificationNotes } from './draft.ts'

/** The engine's own words in a report, in the report's language. */
export type ReportWords = typeof words.en

/** Returns the words of a language, or the English ones if it has none. */
export function reportWords(language = 'en'): ReportWords {
  return (words as Readonly<Record<string, ReportWords>>)[baseOf(language)] ?? words.en
}

/** Writes the note at the end of a model's report. */
export function closingNote(
  { written, judged, removed, unjudged }: ReportWords,
  notes: VerificationNotes,
): string {
  const counted = (text: string, count: number) =>
    count > 0 ? [text.replace('{count}', String(count))] : []
  return [
    notes.judged > 0 ? judged : written,
    ...counted(removed, notes.removed),
    ...counted(unjudged, notes.unjudged),
  ].join(' ')
}
