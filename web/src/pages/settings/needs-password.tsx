/** Instead of a form that asks for the password, where there is none. */
export function NeedsPassword({ what }: { what: string }) {
  return (
    <p className="text-sm text-quiet">
      {what} asks for your password, and this account has none yet. Set one under “Password” first.
    </p>
  )
}
