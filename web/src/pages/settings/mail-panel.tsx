import { MAIL_KINDS, type MailKind } from '@footnote/contract/site/requests'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callSite } from '../../api/call-site.ts'
import { mailChoicesQuery } from '../../api/queries.ts'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const WORDS: Readonly<Record<MailKind, { name: string; hint: string }>> = {
  key_created: {
    name: 'New API key',
    hint: 'Created on the website, by the command line or by a connected app.',
  },
  new_device: {
    name: 'Sign-in with a new browser',
    hint: 'Not for the first one you ever signed in with.',
  },
  key_limit_reached: {
    name: 'Spending cap reached',
    hint: 'Once a day or month for each key whose calls are rejected.',
  },
  low_balance: {
    name: 'Low balance',
    hint: 'When it falls below the amount you set in Wallet.',
  },
  auto_recharge: {
    name: 'Automatic recharge failed',
    hint: 'Also when your monthly ceiling is reached.',
  },
  statement: {
    name: 'Monthly statement',
    hint: 'After each month with transactions.',
  },
}

/** Switches for mail that the account's owner can do without. */
export function MailPanel() {
  const { data, error, refetch } = useQuery(mailChoicesQuery)
  const change = useMailChoice()
  return (
    <Panel
      title="Mail"
      description="Alerts we send you. Receipts, codes and changes to how you sign in are always sent."
      className="print:hidden"
    >
      {data ? (
        <fieldset>
          <legend className="sr-only">Send me mail about</legend>
          <ul className="-my-2 divide-y divide-rule">
            {MAIL_KINDS.map(kind => (
              <li key={kind}>
                <label className="flex cursor-pointer items-start gap-3 py-3">
                  <input
                    type="checkbox"
                    checked={!data.off.includes(kind)}
                    onChange={event => change.mutate({ kind, is_on: event.target.checked })}
                    className="mt-0.5 size-5 shrink-0 accent-accent"
                  />
                  <span className="text-sm">
                    <span className="block font-medium">{WORDS[kind].name}</span>
                    <span className="block text-quiet">{WORDS[kind].hint}</span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
          <ErrorNotice error={change.error} className="mt-4" />
        </fieldset>
      ) : error ? (
        <ErrorNotice error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-64" />
      )}
    </Panel>
  )
}

/** Shows a change at once, and takes it back if it fails. */
function useMailChoice() {
  const queryClient = useQueryClient()
  const { queryKey } = mailChoicesQuery
  const show = ({ kind, is_on }: { kind: MailKind; is_on: boolean }) =>
    queryClient.setQueryData(
      queryKey,
      known =>
        known && {
          off: is_on ? known.off.filter(other => other !== kind) : [...known.off, kind],
        },
    )
  return useMutation({
    mutationFn: (body: { kind: MailKind; is_on: boolean }) => callSite('set_mail_choice', { body }),
    onMutate: show,
    onError: (_, { kind, is_on }) => show({ kind, is_on: !is_on }),
    // In the order of the clicks.
    scope: { id: 'mail-choices' },
  })
}
