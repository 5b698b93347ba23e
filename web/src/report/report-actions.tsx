import { Download, Printer } from 'lucide-react'
import type { SharedReport } from '../share/seal-shared.ts'
import { ShareButton } from '../share/share-button.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { downloadText } from '../ui/download-text.ts'
import type { ReportDocument } from './export/report-document.ts'
import { ExportDialog } from './export-dialog.tsx'

interface ReportFile {
  readonly name: string
  readonly text: string
  readonly type: string
}

/** Buttons to copy, download and print; the file is made in the browser. */
export function ReportActions({
  file,
  label,
  document,
  shared,
}: {
  file: ReportFile
  label: string
  document: ReportDocument
  /** The report as a link would carry it; undefined if it came by one. */
  shared: SharedReport | undefined
}) {
  return (
    <div className="flex flex-wrap gap-1.5 print:hidden">
      <CopyButton text={file.text} />
      <Button onClick={() => downloadText(file.name, file)}>
        <Download aria-hidden="true" />
        {label}
      </Button>
      <Button onClick={() => window.print()}>
        <Printer aria-hidden="true" />
        Print
      </Button>
      {shared && <ShareButton report={shared} />}
      <ExportDialog
        document={document}
        fileName={file.name.replace(/\.\w+$/, '')}
        isStructured={label === 'JSON'}
      />
    </div>
  )
}
