/** In a table, room for most of an address; longer ones break where they must. */
export const ADDRESS = 'inline-block wrap-anywhere max-md:text-right md:min-w-40'

/** An e-mail address that would rather break before its host than anywhere else. */
export function Address({ email }: { email: string }) {
  const [local, host] = email.split('@')
  return (
    <>
      {local}
      {host !== undefined && (
        <>
          <wbr />@{host}
        </>
      )}
    </>
  )
}
