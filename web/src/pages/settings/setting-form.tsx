import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sessionQuery } from '../../api/queries.ts'
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

/** Replaces a form that asks for the password if the account has none. */
export function NeedsPassword({ what }: { what: string }) {
  return (
    <p className="text-sm text-quiet">
      {what} requires a password, and your account doesn’t have one yet. Set one under “Password”
      first.
    </p>
  )
}

/** Returns a function that reloads the account after it was changed. */
export function useRefreshSession(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
}
