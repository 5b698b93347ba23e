/** Downloads a text as a file, without a server. */
export function downloadText(name: string, { text, type }: { text: string; type: string }): void {
  downloadFile(name, { content: text, type })
}

/** Downloads a file that was made in the browser. */
export function downloadFile(
  name: string,
  { content, type }: { content: BlobPart; type: string },
): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
