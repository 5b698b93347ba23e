import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { VisitorFrame } from './visitor-shell.tsx'

/** When a page could not be made; nothing that costs money happens by looking at one. */
export function Fault({ error }: Pick<ErrorComponentProps, 'error'>) {
  const router = useRouter()
  return (
    <>
      <PageTitle title="This page could not be shown" />
      <ErrorNotice error={error instanceof Error ? error : new Error('Something went wrong.')} />
      <Button look="primary" className="mt-4" onClick={() => void router.invalidate()}>
        Try again
      </Button>
    </>
  )
}

/** The same where there is nothing around it. */
export function FaultPage({ error }: ErrorComponentProps) {
  return (
    <VisitorFrame>
      <Fault error={error} />
    </VisitorFrame>
  )
}
