import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callSite } from '../../api/call-site.ts'
import { canUsePasskeys, makePasskey } from '../../api/passkeys.ts'
import { passkeysQuery, queryClient } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { useSiteForm } from '../../ui/use-site-form.ts'
import { type Passkey, type PasskeyChange, PasskeyDialog } from './passkey-dialog.tsx'
import { PasskeyNameField } from './passkey-name-field.tsx'
import { NeedsPassword, SettingForm, UsernameHint } from './setting-form.tsx'
import { type Account, type Close, SettingPanel } from './setting-panel.tsx'

export function PasskeysPanel({ account }: { account: Account }) {
  const { data, error, refetch } = useQuery(passkeysQuery)
  const [change, setChange] = useState<PasskeyChange>()
  return (
    <>
      <SettingPanel
        title="Passkeys"
        description="Sign in with your fingerprint, face or device PIN. A passkey replaces your password and the code."
        edits={
          canUsePasskeys()
            ? [{ label: 'Add passkey', form: close => <AddPasskey {...{ account, close }} /> }]
            : []
        }
      >
        <ErrorNotice error={error} onRetry={refetch} className="mb-4" />
        {!data && !error && <Skeleton className="h-10" />}
        {data?.passkeys.length === 0 && (
          <p className="text-sm text-quiet">You have no passkeys yet.</p>
        )}
        {data && data.passkeys.length > 0 && (
          <PasskeysTable passkeys={data.passkeys} onChange={setChange} />
        )}
      </SettingPanel>
      <PasskeyDialog email={account.email} change={change} onClose={() => setChange(undefined)} />
    </>
  )
}

function AddPasskey({ account, close }: { account: Account; close: Close }) {
  const form = useSiteForm({
    send: async values => {
      const name = values('name').trim()
      const { options } = await callSite('start_passkey', {
        body: { password: values('password') },
      })
      const credential = await makePasskey(options)
      await callSite('add_passkey', { body: { name, credential } })
      await queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey })
      close(`Passkey “${name}” added.`)
    },
  })
  if (!account.has_password) return <NeedsPassword what="A passkey" />
  return (
    <SettingForm form={form} submitLabel="Continue">
      <UsernameHint email={account.email} />
      <PasskeyNameField error={form.errorOf('name')} />
      <PasswordField error={form.errorOf('password')} />
    </SettingForm>
  )
}

function PasskeysTable({
  passkeys,
  onChange,
}: {
  passkeys: readonly Passkey[]
  onChange: (change: PasskeyChange) => void
}) {
  return (
    <Table
      label="Passkeys"
      rows={passkeys}
      rowKey={({ passkey_id }) => passkey_id}
      columns={[
        {
          name: 'Name',
          cell: ({ name }) => <span className="font-medium wrap-anywhere">{name}</span>,
        },
        {
          name: 'Kept',
          cell: ({ is_synced }) => (is_synced ? 'Synced by a password manager' : 'On one device'),
        },
        { name: 'Added', cell: ({ created_at }) => <Time at={created_at} /> },
        {
          name: 'Actions',
          isNameHidden: true,
          cell: passkey => (
            <div className="flex flex-wrap justify-end gap-2">
              <Button
                aria-label={`Rename ${passkey.name}`}
                onClick={() => onChange({ kind: 'rename', passkey })}
              >
                Rename
              </Button>
              <Button
                look="danger"
                aria-label={`Remove ${passkey.name}`}
                onClick={() => onChange({ kind: 'remove', passkey })}
              >
                Remove
              </Button>
            </div>
          ),
        },
      ]}
    />
  )
}
