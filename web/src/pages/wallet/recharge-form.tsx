import { siteLimits } from '@footnote/contract/site/limits'
import type { RechargeRequest } from '@footnote/contract/site/requests'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { callSite } from '../../api/call-site.ts'
import { walletQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Field } from '../../ui/field.tsx'
import { formatUsd } from '../../ui/money.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { unitsOfCents } from './cents.ts'
import { rangeText, readAmount } from './read-amount.ts'
import { whatItBuys } from './what-it-buys.ts'

const { rechargeCents } = siteLimits

export function RechargeForm({ isTest }: { isTest: boolean }) {
  const [text, setText] = useState('25')
  const [isJudged, setIsJudged] = useState(false)
  const [savesCard, setSavesCard] = useState(false)
  const recharge = useRecharge()
  const { cents, problem } = readAmount(text, rechargeCents)
  const choose = (chosen: string) => {
    setText(chosen)
    setIsJudged(false)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (cents !== undefined) return recharge.mutate({ amount_cents: cents, save_card: savesCard })
    setIsJudged(true)
    event.currentTarget.querySelector('input')?.focus()
  }
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <AmountButtons chosenCents={cents} onChoose={choose} />
      <Field
        label="Amount in USD"
        prefix="$"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={event => setText(event.target.value)}
        onBlur={() => setIsJudged(text !== '')}
        hint={`Enter an amount ${rangeText(rechargeCents)}.`}
        error={isJudged ? problem : undefined}
      />
      <Prospect cents={cents} />
      {!isTest && (
        <label className="flex gap-2.5 text-sm">
          <input
            type="checkbox"
            checked={savesCard}
            onChange={event => setSavesCard(event.target.checked)}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span>
            Save this card for automatic recharge.{' '}
            <span className="text-quiet">
              Stripe keeps it. We charge it only if you turn automatic recharge on, and you can
              remove it any time.
            </span>
          </span>
        </label>
      )}
      <ErrorNotice error={recharge.error} />
      <Button
        type="submit"
        look="primary"
        className="w-full"
        busy={recharge.isPending || recharge.isSuccess}
      >
        {cents === undefined ? 'Recharge' : `Recharge ${formatUsd(unitsOfCents(cents))}`}
      </Button>
      <p className="text-sm text-quiet">
        {isTest
          ? 'Local mode: you don’t need a card, and no money is charged.'
          : 'You’ll pay on Stripe’s page and come back here. Footnote never sees your card.'}
      </p>
    </form>
  )
}

/** Lists the calls an amount buys; the empty line keeps its place, so that nothing moves. */
function Prospect({ cents }: { cents: number | undefined }) {
  const { data: wallet } = useQuery(walletQuery)
  const owed = BigInt(wallet?.debt_units ?? 0)
  const units = cents === undefined ? 0n : unitsOfCents(cents)
  const left = units > owed ? units - owed : 0n
  return (
    <p aria-live="polite" className="min-h-10 text-sm">
      {cents !== undefined && (
        <>
          {owed > 0n && <>{formatUsd(units - left)} of this pays your debt. </>}
          {left > 0n && (
            <>
              {owed > 0n ? 'The rest' : 'This'} buys {whatItBuys(left)}.
            </>
          )}
        </>
      )}
    </p>
  )
}

function useRecharge() {
  const recharge = useMutation({
    mutationFn: (body: RechargeRequest) => callSite('recharge', { body }),
    onSuccess: ({ url }) => location.assign(url),
  })
  // The back button can restore this page with its button still busy.
  const { reset } = recharge
  useEffect(() => {
    const wake = ({ persisted }: PageTransitionEvent) => persisted && reset()
    addEventListener('pageshow', wake)
    return () => removeEventListener('pageshow', wake)
  }, [reset])
  return recharge
}

const AMOUNTS_USD = [10, 25, 50, 100]

/** Buttons that fill the amount field with a common amount. */
function AmountButtons({
  chosenCents,
  onChoose,
}: {
  chosenCents: number | undefined
  onChoose: (text: string) => void
}) {
  return (
    <fieldset>
      <legend className="sr-only">Common amounts</legend>
      <div className="grid grid-cols-4 gap-2">
        {AMOUNTS_USD.map(usd => {
          const isChosen = chosenCents === usd * 100
          return (
            <button
              key={usd}
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChoose(String(usd))}
              className={classes(
                'min-h-11 cursor-pointer rounded-lg border px-1 text-sm font-medium tabular-nums transition-colors',
                isChosen
                  ? 'border-accent bg-accent-wash text-accent'
                  : 'border-rule hover:border-edge',
              )}
            >
              ${usd}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
