import { siteLimits } from '@footnote/contract/site/limits'
import type { DescribeDeviceResponse } from '@footnote/contract/site/responses'
import { useMutation } from '@tanstack/react-query'
import { callSite } from '../../api/call-site.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { useSiteForm } from '../../ui/use-site-form.ts'
import { ToolPrices } from '../connect/tool-prices.tsx'
import { readAmount } from '../wallet/read-amount.ts'

const USUAL_CAP_USD = '10'

/** Names the device that asks, and asks for the cap of its key. */
export function ApproveForm({
  userCode,
  device,
  onDecided,
}: {
  userCode: string
  device: DescribeDeviceResponse
  onDecided: (outcome: 'approved' | 'denied') => void
}) {
  const readCap = (text: string) => readAmount(text, siteLimits.keyCapCents)
  const form = useSiteForm({
    check: values => {
      const { problem } = readCap(values('cap'))
      return problem === undefined ? {} : { cap: problem }
    },
    send: async values => {
      const month_cap_cents = readCap(values('cap')).cents ?? 0
      await callSite('approve_device', { body: { user_code: userCode, month_cap_cents } })
      onDecided('approved')
    },
  })
  const denial = useMutation({
    mutationFn: () => callSite('deny_device', { body: { user_code: userCode } }),
    onSuccess: () => onDecided('denied'),
  })
  return (
    <>
      <PageTitle
        title="Log in this device?"
        description="It gets an API key that pays from your wallet, up to the cap you set."
      />
      <form {...form.props} className="space-y-5 rounded-xl border border-rule bg-raised p-5">
        <DeviceFacts device={device} />
        <ToolPrices />
        <Field
          name="cap"
          label="Monthly cap"
          prefix="$"
          inputMode="decimal"
          autoComplete="off"
          required
          defaultValue={USUAL_CAP_USD}
          error={form.errorOf('cap')}
          hint="Calls beyond this are refused and cost nothing. You can change it or revoke the key at any time under Access."
        />
        <ErrorNotice error={form.error ?? denial.error} />
        <div className="grid gap-2 sm:grid-cols-2">
          <Button type="submit" look="primary" busy={form.isBusy} disabled={denial.isPending}>
            Log in
          </Button>
          <Button onClick={() => denial.mutate()} busy={denial.isPending} disabled={form.isBusy}>
            Refuse
          </Button>
        </div>
      </form>
    </>
  )
}

function DeviceFacts({
  device: { device_name, network, is_own_network },
}: {
  device: DescribeDeviceResponse
}) {
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[auto_1fr]">
      <dt className="text-quiet">Device</dt>
      <dd className="wrap-anywhere max-sm:-mt-2">
        <span className="font-medium">{device_name}</span>
        <span className="block text-quiet">
          The device chose this name. Continue only if you just ran footnote login on it.
        </span>
      </dd>
      <dt className="text-quiet">Network</dt>
      <dd className="wrap-anywhere max-sm:-mt-2">
        <span className="font-medium">{network}</span>
        <span className={is_own_network ? 'block text-quiet' : 'block text-warn'}>
          {is_own_network
            ? 'The same as yours.'
            : 'Not the network you are in. Refuse if you don’t know it.'}
        </span>
      </dd>
      <dt className="text-quiet">It can</dt>
      <dd className="max-sm:-mt-2">
        Call the tools below, read your balance, tasks and calls, and manage your webhooks.
      </dd>
      <dt className="text-quiet">It can’t</dt>
      <dd className="max-sm:-mt-2">Read your other keys, raise its cap or change your account.</dd>
    </dl>
  )
}
