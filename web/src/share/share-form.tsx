import { pages } from '@footnote/contract/site/pages'
import { useMutation, useQuery } from '@tanstack/react-query'
import { callSite } from '../api/call-site.ts'
import { queryClient, sharedQuery } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { DialogActions } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { Time } from '../ui/time.tsx'
import { type SharedReport, sealShared } from './seal-shared.ts'

/** Makes a link to a report, and lists those that still work. */
export function ShareForm({ report, onClose }: { report: SharedReport; onClose: () => void }) {
  const { data, error } = useQuery(sharedQuery)
  const refresh = () => queryClient.invalidateQueries({ queryKey: sharedQuery.queryKey })
  const creation = useMutation({
    mutationFn: async () => {
      const { sealed, key } = await sealShared(report)
      const { share_id } = await callSite('share_report', { body: { sealed } })
      const path = pages.shared.replace('$shareId', share_id)
      return { share_id, link: `${window.location.origin}${path}#${key}` }
    },
    onSuccess: refresh,
    gcTime: 0,
  })
  const deletion = useMutation({
    mutationFn: (share_id: string) => callSite('delete_shared', { params: { share_id } }),
    onSuccess: async (_, share_id) => {
      if (creation.data?.share_id === share_id) creation.reset()
      await refresh()
    },
  })
  const link = creation.data?.link
  const shared = data?.shared ?? []
  return (
    <>
      <p className="text-sm">
        Anybody with the link can read this question and result for 24 hours. Your browser encrypts
        them. The key is part of the link and never reaches our server.
      </p>
      <ErrorNotice error={creation.error ?? deletion.error ?? error} />
      {link !== undefined && (
        <section
          aria-label="Link"
          className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-rule bg-sheet py-2 pr-2 pl-4"
        >
          <code className="min-w-0 flex-[1_1_14rem] font-mono text-[0.8125rem] break-all select-all">
            {link}
          </code>
          <CopyButton text={link} label="Copy link" />
        </section>
      )}
      {shared.length > 0 && (
        <section aria-label="Your links" className="space-y-2 border-t border-rule pt-4">
          <h3 className="text-sm font-medium">Your links</h3>
          <ul className="divide-y divide-rule">
            {shared.map(({ share_id, created_at, expires_at }) => (
              <li
                key={share_id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 text-sm"
              >
                <span>
                  Made <Time at={created_at} />
                  <span className="block text-xs text-quiet">
                    Ends <Time at={expires_at} />
                  </span>
                </span>
                <Button look="danger" onClick={() => deletion.mutate(share_id)}>
                  Delete
                  <span className="sr-only">
                    {' '}
                    the link made <Time at={created_at} />
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        {link === undefined && (
          <Button look="primary" busy={creation.isPending} onClick={() => creation.mutate()}>
            Create link
          </Button>
        )}
      </DialogActions>
    </>
  )
}
