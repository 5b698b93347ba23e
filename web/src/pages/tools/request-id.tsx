/** The id to quote in a support request. */
export function RequestId({ id }: { id: string }) {
  return (
    <p className="mt-3 text-xs wrap-anywhere opacity-90">
      Request ID <code className="font-mono select-all">{id}</code>
    </p>
  )
}
