import type { ReportWords } from '../text/report-words.ts'
import type { VerificationNotes } from './draft.ts'

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
