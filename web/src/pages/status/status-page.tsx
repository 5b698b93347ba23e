import { PageTitle } from '../../ui/page-title.tsx'

export function StatusPage() {
  return <PageTitle title="StatusPage" />
}
