import { pages } from '@footnote/contract/site/pages'
import type { StatementResponse } from '@footnote/contract/site/responses'
import { monthName, statementLineName } from '@footnote/contract/site/statement'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, Download, Printer } from 'lucide-react'
import { billingQuery, sessionQuery, statementQuery } from '../../api/queries.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { downloadText } from '../../ui/download-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Wordmark } from '../../ui/mark.tsx'
import { Money } from '../../ui/money.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { movementsCsv } from './movements-csv.ts'
import { readMovements } from './read-movements.ts'
import { BuyerText, SellerText } from './receipt-parties.tsx'
import { daysOfMonth } from './statement.ts'

/** A month of the wallet on one sheet, for bookkeeping. */
export function StatementPage() {
  const { month = '' } = useParams({ strict: false })
  const days = daysOfMonth(month)
  const { data, error, refetch } = useQuery({
    ...statementQuery(month),
    enabled: days !== undefined,
  })
  const download = useMutation({
    mutationFn: async () => {
      const movements = days ? await readMovements(days) : []
      downloadText(`footnote-transactions-${month}.csv`, {
        text: movementsCsv(movements),
        type: 'text/csv;charset=utf-8',
      })
    },
  })
  return (
    <>
      <div className="print:hidden">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <Link
            to={pages.wallet}
            className="inline-flex min-h-10 items-center gap-1.5 text-sm text-quiet hover:text-ink"
          >
            <ArrowLeft className="size-4" aria-hidden="true" />
            Wallet
          </Link>
          <div className="flex gap-2">
            <Button
              disabled={!data?.lines.length || download.isPending}
              onClick={() => download.mutate()}
            >
              <Download aria-hidden="true" />
              CSV
            </Button>
            <Button disabled={!data?.lines.length} onClick={() => print()}>
              <Printer aria-hidden="true" />
              Print
            </Button>
          </div>
        </div>
        <PageTitle title={days ? `Statement for ${monthName(month)}` : 'Statement'} />
      </div>
      <ErrorNotice error={download.error} className="mb-4 print:hidden" />
      {!days ? (
        <NoTransactions />
      ) : data === undefined ? (
        error ? (
          <ErrorNotice error={error} onRetry={refetch} />
        ) : (
          <Skeleton className="h-[38rem] max-w-2xl" />
        )
      ) : (
        <StatementSheet month={month} statement={data} />
      )}
    </>
  )
}

function NoTransactions() {
  return (
    <EmptyState title="No transactions">
      <p className="text-sm text-quiet">Nothing went into or out of your wallet in this month.</p>
      <ButtonLink to={pages.wallet}>Go to wallet</ButtonLink>
    </EmptyState>
  )
}

function StatementSheet({ month, statement }: { month: string; statement: StatementResponse }) {
  const { data: session } = useQuery(sessionQuery)
  const { data: buyer } = useQuery(billingQuery)
  const { opening_units, closing_units, lines, is_complete } = statement
  if (lines.length === 0) return <NoTransactions />
  return (
    <article className="max-w-2xl rounded-xl border border-rule bg-raised p-6 sm:p-10 print:max-w-none print:border-0 print:p-0 print:text-[#000]">
      <Wordmark />
      <h2 className="mt-8 font-serif text-2xl leading-tight font-semibold">
        Statement for {monthName(month)}
      </h2>
      <p className="mt-1 text-sm text-quiet print:text-[#000]">Days are in UTC, amounts in USD.</p>
      <dl className="mt-4 grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2 print:grid-cols-2">
        <SellerText seller={session?.service.seller ?? null} />
        <BuyerText buyer={buyer ?? null} email={session?.account?.email ?? ''} />
      </dl>
      {!is_complete && (
        <Notice tone="warn" className="mt-6">
          Some transactions of this month are archived and missing here. Ask the operator for a
          complete statement.
        </Notice>
      )}
      <table className="mt-8 w-full text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">Description</th>
            <th scope="col">Number</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          <Balance name="Opening balance" units={opening_units} />
          {lines.map(line => (
            <Line key={statementLineName(line)} line={line} />
          ))}
          <Balance name="Closing balance" units={closing_units} />
        </tbody>
      </table>
    </article>
  )
}

function Line({ line }: { line: StatementResponse['lines'][number] }) {
  return (
    <tr className="border-b border-rule">
      <th scope="row" className="py-2.5 text-left font-normal">
        {statementLineName(line)}
      </th>
      <td className="py-2.5 text-right text-quiet tabular-nums print:text-[#000]">{line.count}</td>
      <td className="py-2.5 text-right">
        <Money units={line.units} signed />
      </td>
    </tr>
  )
}

function Balance({ name, units }: { name: string; units: number }) {
  return (
    <tr className="border-b border-edge font-semibold">
      <th scope="row" colSpan={2} className="py-2.5 text-left">
        {name}
      </th>
      <td className="py-2.5 text-right">
        <Money units={units} />
      </td>
    </tr>
  )
}
