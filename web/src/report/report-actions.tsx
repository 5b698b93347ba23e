import { Download, Printer } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { downloadText } from '../ui/download-text.ts'

interface ReportFile {
  readonly name: string
  readonly text: string
  readonly type: string
}

/** Buttons to copy, download and print; the file is made in the browser. */
export function ReportActions({ file, label }: { file: ReportFile; label: string }) {
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
    </div>
  )
}
