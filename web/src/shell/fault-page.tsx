import { pages } from '@footnote/contract/site/pages'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { RECONNECT_MS } from '../api/queries.ts'
import { hasCode } from '../api/site-error.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { VisitorFrame } from './visitor-frame.tsx'

/** Shown when a page fails to load or render. Loads it again when the service can be reached. */
export function Fault({ error }: Pick<ErrorComponentProps, 'error'>) {
  const router = useRouter()
  const isUnreachable = hasCode(error, 'UNREACHABLE')
  useEffect(() => {
    if (!isUnreachable) return
    const timer = setInterval(() => void router.invalidate(), RECONNECT_MS)
    return () => clearInterval(timer)
  }, [isUnreachable, router])
  return (
    <>
      <PageTitle title="This page failed to load" />
      <ErrorNotice error={error instanceof Error ? error : new Error('Something went wrong.')} />
      <Button look="primary" className="mt-4" onClick={() => void router.invalidate()}>
        Try again
      </Button>
    </>
  )
}

/** The same with a frame around it. */
export function FaultPage({ error }: ErrorComponentProps) {
  return (
    <VisitorFrame>
      <Fault error={error} />
    </VisitorFrame>
  )
}

export function NotFoundPage() {
  return (
    <VisitorFrame>
      <PageTitle
        title="Page not found"
        description="Check the address, or start from the home page. For the API, see the docs."
      />
      <div className="flex gap-2">
        <ButtonLink to={pages.home} look="primary">
          Go to home page
        </ButtonLink>
        <a className="inline-flex items-center px-4 text-sm text-accent underline" href="/docs">
          Docs
        </a>
      </div>
    </VisitorFrame>
  )
}
