import type { DescribeDeviceResponse } from '@footnote/contract/site/responses'
import { useState } from 'react'
import { callSite } from '../../api/call-site.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import { ErrorNotice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { useSiteForm } from '../../ui/use-site-form.ts'
import { ApproveForm } from './approve-form.tsx'

interface Found {
  readonly userCode: string
  readonly device: DescribeDeviceResponse
}

/** Logs in the command line: asks for the code in its terminal, then for a cap. */
export function DevicePage() {
  const [found, setFound] = useState<Found>()
  const [outcome, setOutcome] = useState<'approved' | 'denied'>()
  return (
    <div className="mx-auto max-w-lg">
      {outcome !== undefined && <Outcome outcome={outcome} />}
      {outcome === undefined && !found && <CodeForm onFound={setFound} />}
      {outcome === undefined && found && <ApproveForm {...found} onDecided={setOutcome} />}
    </div>
  )
}

function CodeForm({ onFound }: { onFound: (found: Found) => void }) {
  const form = useSiteForm({
    send: async values => {
      const userCode = values('user_code')
      const device = await callSite('describe_device', { body: { user_code: userCode } })
      onFound({ userCode, device })
    },
  })
  return (
    <>
      <PageTitle
        title="Log in the command line"
        description="Enter the code that footnote login shows in your terminal."
      />
      <form {...form.props} className="space-y-5 rounded-xl border border-rule bg-raised p-5">
        <Field
          ref={focusOnMount}
          name="user_code"
          label="Code"
          placeholder="XXXX-XXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          required
          error={form.errorOf('user_code')}
          hint="Enter only a code from your own terminal, never one that somebody sent you."
        />
        <ErrorNotice error={form.error} />
        <Button type="submit" look="primary" busy={form.isBusy}>
          Continue
        </Button>
      </form>
    </>
  )
}

function Outcome({ outcome }: { outcome: 'approved' | 'denied' }) {
  return outcome === 'approved' ? (
    <PageTitle
      title="You’re logged in"
      description="Go back to your terminal; you can close this page. The new key is listed under Access, where you can change its cap or revoke it."
    />
  ) : (
    <PageTitle title="Login refused" description="No key was created. You can close this page." />
  )
}
