import { PageTitle } from '../../ui/page-title.tsx'

export function OperatorHeldPage() {
  return <PageTitle title="OperatorHeldPage" />
}
