/** Replaces a form that asks for the password if the account has none. */
export function NeedsPassword({ what }: { what: string }) {
  return (
    <p className="text-sm text-quiet">
      {what} requires a password, and your account doesn’t have one yet. Set one under “Password”
      first.
    </p>
  )
}
