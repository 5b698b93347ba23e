import { siteLimits } from '@footnote/contract/site/limits'
import type { DescribeConnectionResponse } from '@footnote/contract/site/responses'
import { callSite } from '../../api/call-site.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { useSiteForm } from '../../ui/use-site-form.ts'
import { textOfUnits } from '../wallet/cents.ts'
import { readAmount } from '../wallet/read-amount.ts'
import { ToolPrices } from './tool-prices.tsx'

const USUAL_CAP_USD = '10'

/** Names the app and what it may do, and asks for the cap. */
export function ConsentForm({
  connection,
  request,
}: {
  connection: DescribeConnectionResponse
  request: string
}) {
  const { client_name: name, month_cap_units: cap, is_connected: isConnected } = connection
  const readCap = (text: string) => readAmount(text, siteLimits.keyCapCents)
  const form = useSiteForm({
    check: values => {
      const { problem } = readCap(values('cap'))
      return problem === undefined ? {} : { cap: problem }
    },
    send: async values => {
      const body = { query: request, month_cap_cents: readCap(values('cap')).cents ?? 0 }
      const { url } = await callSite('accept_connection', { body })
      window.location.assign(url)
    },
  })
  return (
    <>
      <PageTitle
        title={isConnected ? `Reconnect ${name}?` : `Connect ${name}?`}
        description="It will ask questions for you and pay for them from your wallet, up to the cap you set."
      />
      <form {...form.props} className="space-y-5 rounded-xl border border-rule bg-raised p-5">
        <AppFacts connection={connection} />
        <ToolPrices />
        <Field
          name="cap"
          label="Monthly cap"
          prefix="$"
          inputMode="decimal"
          autoComplete="off"
          required
          defaultValue={cap === null ? USUAL_CAP_USD : textOfUnits(cap)}
          error={form.errorOf('cap')}
          hint="Calls beyond this are refused and cost nothing. You can change it or disconnect the app at any time under Access."
        />
        <ErrorNotice error={form.error} />
        <div className="grid gap-2 sm:grid-cols-2">
          <Button type="submit" look="primary" busy={form.isBusy}>
            {isConnected ? 'Reconnect' : 'Connect'}
          </Button>
          <Button onClick={() => window.location.assign(connection.deny_url)}>Cancel</Button>
        </div>
      </form>
    </>
  )
}

function AppFacts({
  connection: { client_name, client_host, redirect_host },
}: {
  connection: DescribeConnectionResponse
}) {
  const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(redirect_host)
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[auto_1fr]">
      <dt className="text-quiet">App</dt>
      <dd className="wrap-anywhere max-sm:-mt-2">
        <span className="font-medium">{client_name}</span>
        <span className="block text-quiet">
          {client_host === null
            ? 'The app chose this name. We can’t verify it.'
            : `Published by ${client_host}`}
        </span>
      </dd>
      <dt className="text-quiet">Returns to</dt>
      <dd className="wrap-anywhere max-sm:-mt-2">
        <span className="font-medium">{redirect_host}</span>
        <span className="block text-quiet">
          {isLocal
            ? 'A program on this computer. Connect only if you just started it.'
            : 'Connect only if you trust this site.'}
        </span>
      </dd>
      <dt className="text-quiet">It can</dt>
      <dd className="max-sm:-mt-2">
        Call the tools below, and read your balance, your tasks and your latest calls.
      </dd>
      <dt className="text-quiet">It can’t</dt>
      <dd className="max-sm:-mt-2">
        Read your API keys, raise its cap or change anything in your account.
      </dd>
    </dl>
  )
}
