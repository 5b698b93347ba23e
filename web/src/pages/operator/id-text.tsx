/**
 * An id, cut to the room there is; a click selects all of it. Its end is shown: ids that were made at
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
