import { piecesOfText } from '@footnote/contract/report/markers'
import { Citations } from './citation.tsx'
import { useReport } from './report-context.ts'

/** A text that is no Markdown, with its citations. */
export function CitedText({ text }: { text: string }) {
  const { sources } = useReport()
  return piecesOfText(text, sources.length).map((piece, index) =>
    piece.kind === 'text' ? (
      piece.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces stay where they are
      <span key={index}>
        <Citations numbers={piece.numbers} />
        {piece.rest}
      </span>
    ),
  )
}
