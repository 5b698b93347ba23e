import { PageTitle } from '../../ui/page-title.tsx'

export function ReceiptPage() {
  return <PageTitle title="ReceiptPage" />
}
