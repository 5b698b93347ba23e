import { PageTitle } from '../../ui/page-title.tsx'

export function OperatorHealthPage() {
  return <PageTitle title="OperatorHealthPage" />
}
