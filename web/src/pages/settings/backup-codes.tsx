import { Download, Printer } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { downloadText } from '../../ui/download-text.ts'

/**
 * Backup codes, shown once, with three ways to save them. The only part of the page that prints.
 */
export function BackupCodes({ codes, email }: { codes: readonly string[]; email: string }) {
  const text = `Footnote backup codes for ${email}\nEach works once.\n\n${codes.join('\n')}\n`
  return (
    <div className="max-w-md space-y-4">
      <p className="text-sm text-quiet print:hidden">
        Sign in with one of these codes if you lose access to your authenticator app. Each works
        once. Store them somewhere safe: you won’t see them again.
      </p>
      <p className="hidden text-sm print:block">
        Footnote backup codes for {email}. Each works once.
      </p>
      <ul
        aria-label="Backup codes"
        className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-lg border border-rule bg-sheet px-4 py-3 font-mono text-sm tabular-nums"
      >
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        <CopyButton text={text} label="Copy" />
        <Button
          onClick={() => downloadText('footnote-backup-codes.txt', { text, type: 'text/plain' })}
        >
          <Download aria-hidden="true" />
          Download
        </Button>
        <Button onClick={() => window.print()}>
          <Printer aria-hidden="true" />
          Print
        </Button>
      </div>
    </div>
  )
}
