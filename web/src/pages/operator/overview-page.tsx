import { PageTitle } from '../../ui/page-title.tsx'

export function OperatorOverviewPage() {
  return <PageTitle title="OperatorOverviewPage" />
}
