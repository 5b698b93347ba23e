import { PageTitle } from '../../ui/page-title.tsx'

export function UsagePage() {
  return <PageTitle title="UsagePage" />
}
