import { PageTitle } from '../../ui/page-title.tsx'

export function KeysPage() {
  return <PageTitle title="KeysPage" />
}
