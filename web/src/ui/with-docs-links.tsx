/** An API message with links to the documentation pages it names. */
export function WithDocsLinks({ text }: { text: string }) {
  return text.split(/(\/docs[\w/-]*)/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts never change order
      <a key={index} href={part} className="underline">
        {part}
      </a>
    ) : (
      part
    ),
  )
}
