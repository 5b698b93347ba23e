/** A message of the API, with the documentation pages that it names as links. */
export function WithDocsLinks({ text }: { text: string }) {
  return text.split(/(\/docs[\w/-]*)/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
      <a key={index} href={part} className="underline">
        {part}
      </a>
    ) : (
      part
    ),
  )
}
