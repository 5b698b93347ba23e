import { piecesOfText } from '@footnote/contract/report/markers'
import { Citations } from './citation.tsx'
import { useReport } from './report-context.ts'

/** Plain text with its citations. */
export function CitedText({ text }: { text: string }) {
  const { sources } = useReport()
  return piecesOfText(text, sources.length).map((piece, index) =>
    piece.kind === 'text' ? (
      piece.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces never change order
      <span key={index}>
        <Citations numbers={piece.numbers} />
        {piece.rest}
      </span>
    ),
  )
}
