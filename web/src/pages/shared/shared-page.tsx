import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { callSite } from '../../api/call-site.ts'
import { AnswerReport } from '../../report/answer-report.tsx'
import { ResearchReport } from '../../report/research-report.tsx'
import { openShared, type SharedReport } from '../../share/seal-shared.ts'
import { Column } from '../../shell/column.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** A report that somebody shares by a link. The key is in the link's fragment. */
export function SharedPage() {
  const { shareId = '' } = useParams({ strict: false })
  const [key] = useState(() => window.location.hash.slice(1))
  const { data: report, isPending } = useQuery({
    queryKey: ['shared', shareId, 'report'],
    queryFn: async ({ signal }) => {
      const { sealed } = await callSite('shared_report', { signal, params: { share_id: shareId } })
      return (await openShared(sealed, key)) ?? null
    },
    retry: false,
    // Private text, dropped with the page.
    gcTime: 0,
  })
  return (
    <Column className="py-12 lg:py-16 print:p-0">
      <div className="print:hidden">
        <PageTitle title="Shared report" />
      </div>
      {isPending && <Skeleton className="h-dvh rounded-xl" />}
      {!isPending && !report && (
        <EmptyState title="This link doesn’t work">
          <p className="max-w-prose text-sm text-quiet">
            Links end after 24 hours, or when their owner deletes them. If it is new, check that you
            copied all of it, including the part after #.
          </p>
        </EmptyState>
      )}
      {report && (
        <div className="space-y-6">
          <div className="print:hidden">
            <Notice>
              A Footnote user shared this. It is encrypted, so we can’t read or check it. Follow its
              sources before you rely on it.
            </Notice>
          </div>
          <Panel>
            <SharedSheet report={report} />
          </Panel>
        </div>
      )}
    </Column>
  )
}

function SharedSheet({ report: { question, call, at, result } }: { report: SharedReport }) {
  const origin = call !== undefined && at !== undefined && { call, at: new Date(at) }
  const facts = { question, ...(origin && { origin }), isShared: true }
  return 'answer' in result ? (
    <AnswerReport result={result} {...facts} />
  ) : (
    <ResearchReport output={result.output} fileName="footnote-shared" {...facts} />
  )
}
