/** A name for a document that has none: the last part of its address, as words. */
export function titleFromUrl(url: string): string {
  const { pathname, hostname, hash } = new URL(url)
  const last = pathname.split('/').findLast(part => part !== '')
  const name = decode(last ?? '').replace(/\.[a-z0-9]{1,8}$/i, '')
  const words = name.replace(/[_-]+/g, ' ').trim() || hostname
  return hash.length > 1 ? `${words} ${decode(hash.slice(1))}` : words
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
