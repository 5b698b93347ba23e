import { PageTitle } from '../../ui/page-title.tsx'

export function WalletPage() {
  return <PageTitle title="WalletPage" />
}
