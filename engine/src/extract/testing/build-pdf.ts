import type { PdfEncryption } from './encrypt-pdf.ts'

/** A piece of text on a page of 612 by 792 points, from the lower left corner. */
export interface PlacedText {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size?: number
}

/** A PDF of the bytes that the standard asks for, with no library between. */
export function buildPdf(
  pages: readonly (readonly PlacedText[])[],
  { info = '', encryption }: { readonly info?: string; readonly encryption?: PdfEncryption } = {},
): Uint8Array {
  const pageIds = pages.map((_, at) => 5 + at * 2)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pageIds.map(id => `${id} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< ${info} >>`,
    ...pages.flatMap((texts, at) => {
      const drawn = texts.map(drawText).join('\n')
      const content = encryption?.encryptStream(drawn) ?? drawn
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${6 + at * 2} 0 R
           /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = file.length
  const id = '00112233445566778899aabbccddeeff'
  const trailer = encryption ? ` /Encrypt ${encryption.dictionary} /ID [<${id}> <${id}>]` : ''
  const entries = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`)
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R${trailer} >>\n`
  file += `startxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

/** Lines of a paragraph, one below the other. */
export function placeLines(
  lines: readonly string[],
  { x = 72, y, size = 10 }: { readonly x?: number; readonly y: number; readonly size?: number },
): PlacedText[] {
  return lines.map((text, at) => ({ text, x, y: y - at * size * 1.2, size }))
}

function drawText({ text, x, y, size = 10 }: PlacedText): string {
  return `BT /F1 ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`
}
