import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'

const SHOWN_MS = 2_000

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready')
  useEffect(() => {
    if (state === 'ready') return undefined
    const timer = setTimeout(() => setState('ready'), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [state])
  const copy = () =>
    void copyText(text).then(
      () => setState('copied'),
      () => setState('refused'),
    )
  return (
    <Button onClick={copy}>
      {state === 'copied' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      <span aria-live="polite">
        {state === 'copied' ? 'Copied' : state === 'refused' ? 'Can’t copy here' : label}
      </span>
    </Button>
  )
}

/** Browsers offer no clipboard to pages loaded over plain HTTP from another machine. */
async function copyText(text: string): Promise<void> {
  const clipboard: Clipboard | undefined = navigator.clipboard
  if (!clipboard) throw new Error('no clipboard')
  await clipboard.writeText(text)
}
