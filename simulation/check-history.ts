import { auditDatabase } from '../server/src/wallet/audit.ts'
import { checkCalls } from './check-calls.ts'
import { checkTimes } from './check-times.ts'
import { checkUpstream } from './check-upstream.ts'
import { type History, matchCharges, type Violation } from './history.ts'
import { CEILING_CENTS } from './recharges.ts'
import type { World } from './world.ts'

/** Holds what callers, upstream and nemesis have seen against the books. */
export async function checkHistory({ connection }: World, history: History): Promise<Violation[]> {
  const { chargeOf, violations } = matchCharges(history)
  return [
    ...violations,
    ...(await auditDatabase(connection)),
    ...checkBalances(history),
    ...checkOpen(history),
    ...checkCardCharges(history),
    ...checkCalls(history, chargeOf),
    ...checkUpstream(history, chargeOf),
    ...checkTimes(history),
    ...history.instances.flatMap(({ name, faults }) =>
      faults.map(detail => ({ rule: 'a process ends on SIGTERM', subject: name, detail })),
    ),
  ]
}

function checkBalances({ books, givenUnits }: History): Violation[] {
  const spent = new Map<string, bigint>()
  for (const { account_id, state, cost_units } of books.charges) {
    if (state !== 'refunded') spent.set(account_id, (spent.get(account_id) ?? 0n) + cost_units)
  }
  return [...givenUnits].flatMap(([account, units]) => {
    const expected = units - (spent.get(account) ?? 0n)
    const balance = books.balanceUnits.get(account)
    if (balance === expected) return []
    const detail = `${balance} units, and ${expected} by what was given and captured`
    return [
      { rule: 'a balance is what was given less what was captured', subject: account, detail },
    ]
  })
}

function checkOpen({ books: { open } }: History): Violation[] {
  if (open === 0) return []
  return [{ rule: 'nothing stays open', subject: 'open_charge', detail: `${open} rows` }]
}

function checkCardCharges({ cardCharges }: History): Violation[] {
  const twice = [...Map.groupBy(cardCharges, ({ paymentId }) => paymentId)]
    .filter(([, { length }]) => length > 1)
    .map(([subject, { length }]) => {
      return { rule: 'a payment charges a card once', subject, detail: `${length} charges` }
    })
  const rule = 'automatic recharges stay within the monthly ceiling'
  const above = [...Map.groupBy(cardCharges, ({ accountId }) => accountId)].flatMap(
    ([subject, charges]) => {
      const cents = charges.reduce((sum, charge) => sum + charge.cents, 0)
      return cents > CEILING_CENTS ? [{ rule, subject, detail: `${cents} cents` }] : []
    },
  )
  return [...twice, ...above]
}
