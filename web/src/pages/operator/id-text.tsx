/**
 * An id, shortened to fit; a click selects all of it. The end stays visible, because ids created at
 * about the same time begin alike.
 */
export function IdText({ id }: { id: string }) {
  return (
    <span
      dir="rtl"
      title={id}
      className="inline-block max-w-28 truncate align-bottom font-mono text-xs text-quiet select-all"
    >
      <bdi dir="ltr">{id}</bdi>
    </span>
  )
}
