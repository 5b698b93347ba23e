import { PageTitle } from '../../ui/page-title.tsx'

export function ResetPasswordPage() {
  return <PageTitle title="ResetPasswordPage" />
}
