import { siteLimits } from '@footnote/contract/site/limits'
import type { AutoRechargeResponse, RechargeFailure } from '@footnote/contract/site/responses'
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { callSite } from '../../api/call-site.ts'
import { autoRechargeQuery, sessionQuery } from '../../api/queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formatUsd } from '../../ui/money.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useSiteForm } from '../../ui/use-site-form.ts'
import { textOfUnits } from './cents.ts'
import { readAmount } from './read-amount.ts'

const { rechargeCents, keyCapCents } = siteLimits
const BOUNDS = {
  below: { least: 1, most: rechargeCents.most },
  amount: rechargeCents,
  month_cap: { least: rechargeCents.least, most: keyCapCents.most },
}
const DEFAULTS = { below: '5', amount: '25', month_cap: '100' }

/** Automatic recharge with a saved card; only with Stripe. */
export function AutoRechargePanel() {
  const { data: session } = useSuspenseQuery(sessionQuery)
  return session.service.payments === 'stripe' ? <AutoRecharge /> : null
}

function AutoRecharge() {
  const { data: plan, error, refetch } = useQuery(autoRechargeQuery)
  return (
    <Panel
      title="Automatic recharge"
      description="Charges your saved card when your balance runs low, so that calls keep working. It’s off until you turn it on."
      action={plan && (plan.is_on ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>)}
    >
      {plan ? (
        <Plan plan={plan} />
      ) : error ? (
        <ErrorNotice error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Panel>
  )
}

function Plan({ plan }: { plan: AutoRechargeResponse }) {
  if (!plan.card) {
    return (
      <p className="text-sm">
        No card is saved. To save one, recharge once and tick{' '}
        <strong className="font-medium">Save this card</strong>.
      </p>
    )
  }
  return (
    <div className="space-y-5">
      {plan.off_because !== null && (
        <Notice tone="warn">
          We turned automatic recharge off. {CAUSES[plan.off_because]} You were not charged.
        </Notice>
      )}
      <p className="text-sm">{describePlan(plan)}</p>
      <PlanForm plan={plan} />
      <SavedCard card={plan.card} />
    </div>
  )
}

const CAUSES: Readonly<Record<RechargeFailure, string>> = {
  authentication_required: 'Your bank wants you to confirm each payment yourself.',
  card_expired: 'Your card has expired: recharge with another one and save it.',
  card_unusable: 'Your card can no longer be charged: recharge with another one and save it.',
  declined: 'Your bank declined the payment three times.',
  unavailable: 'The payment provider could not make the payment.',
}

function describePlan(plan: AutoRechargeResponse): string {
  const { is_on, below_units, amount_units, month_cap_units, month_units } = plan
  if (!is_on || below_units === null || amount_units === null || month_cap_units === null)
    return 'If your balance is below the first amount when you turn this on, we charge your card right away.'
  return `When your balance falls below ${formatUsd(below_units)}, we charge your card ${formatUsd(amount_units)} and email you the receipt. We charge at most ${formatUsd(month_cap_units)} in a calendar month (UTC). This month: ${formatUsd(month_units)}.`
}

function PlanForm({ plan }: { plan: AutoRechargeResponse }) {
  const change = useChange()
  const form = useSiteForm({
    check: values => {
      const read = (name: keyof typeof BOUNDS) => readAmount(values(name), BOUNDS[name])
      const [below, amount, cap] = [read('below'), read('amount'), read('month_cap')]
      return {
        ...(below.problem !== undefined && { below: below.problem }),
        ...(amount.problem !== undefined && { amount: amount.problem }),
        ...(cap.problem !== undefined && { month_cap: cap.problem }),
        ...((amount.cents ?? 0) < (below.cents ?? 0) && {
          amount: 'Enter at least the balance at which to recharge.',
        }),
        ...((cap.cents ?? Number.POSITIVE_INFINITY) < (amount.cents ?? 0) && {
          month_cap: 'Enter at least the amount of one recharge.',
        }),
      }
    },
    send: values => {
      const read = (name: keyof typeof BOUNDS) => readAmount(values(name), BOUNDS[name]).cents ?? 0
      return change.mutateAsync({
        below_cents: read('below'),
        amount_cents: read('amount'),
        month_cap_cents: read('month_cap'),
      })
    },
  })
  const field = (name: keyof typeof BOUNDS, label: string, units: number | null) => (
    <Field
      label={label}
      name={name}
      prefix="$"
      inputMode="decimal"
      autoComplete="off"
      defaultValue={units === null ? DEFAULTS[name] : textOfUnits(units)}
      error={form.errorOf(name)}
    />
  )
  return (
    <form {...form.props} className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-3">
        {field('below', 'When below', plan.below_units)}
        {field('amount', 'Charge my card', plan.amount_units)}
        {field('month_cap', 'At most a month', plan.month_cap_units)}
      </div>
      <ErrorNotice error={form.error ?? change.error} />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          look={plan.is_on ? 'plain' : 'primary'}
          busy={change.isPending && change.variables !== null}
        >
          {plan.is_on ? 'Save changes' : 'Turn on'}
        </Button>
        {plan.is_on && (
          <Button
            look="quiet"
            busy={change.isPending && change.variables === null}
            onClick={() => change.mutate(null)}
          >
            Turn off
          </Button>
        )}
        <p aria-live="polite" className="text-sm text-quiet">
          {change.isSuccess && (plan.is_on ? 'Saved.' : 'Turned off.')}
        </p>
      </div>
    </form>
  )
}

function SavedCard({ card }: { card: NonNullable<AutoRechargeResponse['card']> }) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => callSite('remove_card'),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: autoRechargeQuery.queryKey }),
  })
  return (
    <div className="space-y-3 border-t border-rule pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm">
          <span className="capitalize">{card.brand}</span> ending in {card.last4}, expires{' '}
          {String(card.exp_month).padStart(2, '0')}/{card.exp_year}
        </p>
        <Button look="quiet" busy={remove.isPending} onClick={() => remove.mutate()}>
          Remove card
        </Button>
      </div>
      <ErrorNotice error={remove.error} />
    </div>
  )
}

function useChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (
      settings: { below_cents: number; amount_cents: number; month_cap_cents: number } | null,
    ) => callSite('set_auto_recharge', { body: { settings } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: autoRechargeQuery.queryKey }),
  })
}
