/** To quote when one asks for help. */
export function RequestId({ id }: { id: string }) {
  return (
    <p className="mt-3 text-xs wrap-anywhere opacity-90">
      Request <code className="font-mono select-all">{id}</code>
    </p>
  )
}
