import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { downloadFile } from '../ui/download-text.ts'
import type { ReportDocument } from './export/report-document.ts'

interface Format {
  readonly name: string
  readonly about: string
  /** Makes the file; its code is loaded with the first one. */
  readonly make: (
    document: ReportDocument,
  ) => Promise<{ extension: string; type: string; content: BlobPart }>
}

const FORMATS: readonly Format[] = [
  {
    name: 'HTML',
    about: 'One file that loads nothing',
    make: async document => {
      const { toHtml } = await import('./export/to-html.ts')
      return { extension: 'html', type: 'text/html', content: toHtml(document) }
    },
  },
  {
    name: 'Word',
    about: 'For Word, Pages, Docs and LibreOffice',
    make: async document => {
      const { toDocx, DOCX_TYPE } = await import('./export/to-docx.ts')
      return { extension: 'docx', type: DOCX_TYPE, content: toDocx(document) }
    },
  },
  {
    name: 'BibTeX',
    about: 'The sources, for LaTeX',
    make: async ({ sources }) => {
      const { toBibtex } = await import('./export/to-bibliography.ts')
      return { extension: 'bib', type: 'text/plain', content: toBibtex(sources, new Date()) }
    },
  },
  {
    name: 'CSL JSON',
    about: 'The sources, for Zotero and pandoc',
    make: async ({ sources }) => {
      const { toCsl } = await import('./export/to-bibliography.ts')
      const content = toCsl(sources, new Date())
      return { extension: 'csl.json', type: 'application/json', content }
    },
  },
]

/** Formats to download a report in, made in the browser. */
export function ExportDialog({
  document,
  fileName,
  isStructured,
}: {
  document: ReportDocument
  /** Name of the file, without extension. */
  fileName: string
  /** True if the result is JSON. Then only its sources are exported here. */
  isStructured: boolean
}) {
  const [isOpen, setOpen] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const download = async ({ make }: Format) => {
    try {
      const { extension, type, content } = await make(document)
      downloadFile(`${fileName}.${extension}`, { content, type })
      setOpen(false)
    } catch {
      setFailed(true)
    }
  }
  const formats = isStructured ? FORMATS.slice(2) : FORMATS
  return (
    <>
      <Button onClick={() => setOpen(true)}>More formats…</Button>
      <Dialog title="Download as" isOpen={isOpen} onClose={() => setOpen(false)}>
        {hasFailed && <p className="text-sm text-bad">Couldn’t make the file. Try again.</p>}
        <ul className="divide-y divide-rule">
          {formats.map(format => (
            <li
              key={format.name}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 text-sm"
            >
              <span className="text-quiet">{format.about}</span>
              <Button onClick={() => void download(format)}>{format.name}</Button>
            </li>
          ))}
        </ul>
        {!isStructured && (
          <p className="text-sm text-quiet">For a PDF, choose Print and save as PDF.</p>
        )}
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Close</Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
