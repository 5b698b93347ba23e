import { pages } from '@footnote/contract/site/pages'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { connectionQuery } from '../../api/queries.ts'
import { hasCode } from '../../api/site-error.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ConsentForm } from './consent-form.tsx'

/** Asks whether an app may call the tools and how much it may spend. */
export function ConnectPage() {
  const { request } = useSearch({ strict: false })
  return (
    <div className="mx-auto max-w-lg">
      {request === undefined ? <Refused /> : <Request request={request} />}
    </div>
  )
}

function Request({ request }: { request: string }) {
  const { data, error, refetch } = useQuery(connectionQuery(request))
  if (data) return <ConsentForm connection={data} request={request} />
  if (hasCode(error, 'INVALID_REQUEST')) return <Refused />
  if (error) return <ErrorNotice error={error} onRetry={refetch} />
  return <Skeleton className="h-[36rem]" />
}

function Refused() {
  return (
    <>
      <PageTitle
        title="This app can’t be connected"
        description="Its request is incomplete, was changed or has expired. Nothing was granted. Start again in the app."
      />
      <ButtonLink to={pages.access}>Go to Access</ButtonLink>
    </>
  )
}
