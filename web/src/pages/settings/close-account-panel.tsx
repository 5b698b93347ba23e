import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { CloseAccountDialog } from './close-account-dialog.tsx'
import { NeedsPassword } from './setting-form.tsx'
import type { Account } from './setting-panel.tsx'

export function CloseAccountPanel({ account }: { account: Account }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel
      title="Close account"
      description="Your API keys stop working and your balance is forfeited. This can’t be undone."
      className="print:hidden"
    >
      {account.has_password ? (
        <Button look="danger" onClick={() => setOpen(true)}>
          Close account…
        </Button>
      ) : (
        <NeedsPassword what="Closing" />
      )}
      <CloseAccountDialog email={account.email} isOpen={isOpen} onClose={() => setOpen(false)} />
    </Panel>
  )
}
