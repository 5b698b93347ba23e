import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { VisitorFrame } from './visitor-shell.tsx'

/** Shown when a page fails to load or render. */
export function Fault({ error }: Pick<ErrorComponentProps, 'error'>) {
  const router = useRouter()
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
