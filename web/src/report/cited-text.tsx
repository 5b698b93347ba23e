import { Citations } from './citation.tsx'
import { closeUp, splitMarkers } from './markers.ts'
import { plainText } from './plain-text.ts'
import { useReport } from './report-context.ts'

const MOST_PIECES = 4_000

/** A text that is no Markdown, with its citations; with more than anybody needs, as it is. */
export function CitedText({ text }: { text: string }) {
  const { sources } = useReport()
  const pieces = closeUp(splitMarkers(plainText(text), sources.length))
  if (pieces.length > MOST_PIECES) return plainText(text)
  return pieces.map((piece, index) =>
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
