import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import type { useSiteForm } from '../../ui/use-site-form.ts'

/** Fields of one setting and the button that saves it. */
export function SettingForm({
  form,
  submitLabel,
  look = 'primary',
  children,
}: {
  form: ReturnType<typeof useSiteForm>
  submitLabel: string
  look?: 'primary' | 'danger'
  children: ReactNode
}) {
  return (
    <form {...form.props} className="max-w-sm space-y-4 print:hidden">
      {children}
      <ErrorNotice error={form.error} />
      <Button type="submit" look={look} busy={form.isBusy}>
        {submitLabel}
      </Button>
    </form>
  )
}

/** Hidden field that lets password managers match the password to the account. */
export function UsernameHint({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />
}
