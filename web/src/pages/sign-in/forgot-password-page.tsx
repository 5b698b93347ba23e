import { PageTitle } from '../../ui/page-title.tsx'

export function ForgotPasswordPage() {
  return <PageTitle title="ForgotPasswordPage" />
}
