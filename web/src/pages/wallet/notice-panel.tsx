import { siteLimits } from '@footnote/contract/site/limits'
import type { SiteWalletResponse } from '@footnote/contract/site/responses'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { callSite } from '../../api/call-site.ts'
import { walletQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formatUsd } from '../../ui/money.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { textOfUnits, unitsOfCents } from './cents.ts'
import { readAmount } from './read-amount.ts'

const BOUNDS = { least: 1, most: siteLimits.rechargeCents.most }

/** Setting for the balance below which the owner is alerted. */
export function NoticePanel() {
  const { data: wallet, isError } = useQuery(walletQuery)
  return (
    <Panel
      title="Low-balance alert"
      description="Get an email and a notice on this website when your balance falls below this amount."
    >
      {wallet ? (
        <NoticeForm belowUnits={wallet.notice_below_units} />
      ) : (
        !isError && <Skeleton className="h-24" />
      )}
    </Panel>
  )
}

function NoticeForm({ belowUnits }: { belowUnits: SiteWalletResponse['notice_below_units'] }) {
  const [text, setText] = useState(belowUnits === null ? '' : textOfUnits(belowUnits))
  const [isJudged, setIsJudged] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const save = useSaveNotice()
  const { cents, problem } = readAmount(text, BOUNDS)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (cents !== undefined) return save.mutate(cents)
    setIsJudged(true)
    form.current?.querySelector('input')?.focus()
  }
  // The button disappears once the alert is off, so the focus must move.
  const turnOff = () =>
    save.mutate(null, {
      onSuccess: () => {
        setText('')
        setIsJudged(false)
        form.current?.querySelector('input')?.focus()
      },
    })
  return (
    <form ref={form} onSubmit={submit} noValidate className="space-y-3">
      <Field
        label="Alert me below"
        prefix="$"
        inputMode="decimal"
        autoComplete="off"
        placeholder="Off"
        value={text}
        onChange={event => setText(event.target.value)}
        error={isJudged ? problem : undefined}
      />
      <ErrorNotice error={save.error} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" busy={save.isPending}>
          Save
        </Button>
        {belowUnits !== null && (
          <Button look="quiet" disabled={save.isPending} onClick={turnOff}>
            Turn off
          </Button>
        )}
        <p aria-live="polite" className="text-sm text-quiet">
          {belowUnits === null ? 'Off' : `On, below ${formatUsd(belowUnits)}`}
        </p>
      </div>
    </form>
  )
}

function useSaveNotice() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (belowCents: number | null) =>
      callSite('set_notice', { body: { below_cents: belowCents } }),
    onSuccess: (_, belowCents) => {
      queryClient.setQueryData(
        walletQuery.queryKey,
        wallet =>
          wallet && {
            ...wallet,
            notice_below_units: belowCents === null ? null : Number(unitsOfCents(belowCents)),
          },
      )
      return queryClient.invalidateQueries({ queryKey: walletQuery.queryKey, exact: true })
    },
  })
}
