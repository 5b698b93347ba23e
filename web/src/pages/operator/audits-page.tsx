import { PageTitle } from '../../ui/page-title.tsx'

export function OperatorAuditsPage() {
  return <PageTitle title="OperatorAuditsPage" />
}
