import type { Document } from '../../library/document.ts'
import { extractDocument } from '../extract-document.ts'
import type { ExtractOptions } from '../extraction.ts'

/** The one document of a file of that name. */
export async function extractOne(
  content: string | Uint8Array,
  fileName: string,
  options: Partial<ExtractOptions> = {},
): Promise<Document> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const url = `library://local/test/${encodeURIComponent(fileName)}`
  const documents = await extractDocument(bytes, { url, fileName, ownUrl: 'any', ...options })
  const [document, ...others] = documents
  if (!document || others.length > 0) throw new Error(`there are ${documents.length} documents`)
  return document
}
