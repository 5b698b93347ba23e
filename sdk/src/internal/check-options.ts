/** Headers that the SDK sets itself, and on which the meaning of a reply depends. */
const OWN =
  /^(accept|authorization|connection|content-.*|footnote-.*|host|last-event-id|prefer|transfer-encoding)$/
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** Checks headers of the caller, and writes their names in lower case. Errors omit the values. */
export function checkHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(headers).map(([given, value]): [string, string] => {
    const name = given.toLowerCase()
    if (!NAME.test(name)) throw new TypeError(`${JSON.stringify(given)} is not a name of a header`)
    if (name === 'authorization')
      throw new TypeError('use apiKey instead of a header authorization')
    if (OWN.test(name)) throw new TypeError(`the header ${name} is set by the SDK itself`)
    if (typeof value !== 'string' || !VALUE.test(value)) {
      throw new TypeError(`the value of the header ${name} is not a text that HTTP can send`)
    }
    return [name, value]
  })
  return Object.fromEntries(entries)
}

export function checkRetries(count: number): number {
  if (Number.isInteger(count) && count >= 0) return count
  throw new TypeError('maxRetries must be a whole number, 0 or above')
}

export function checkTimeout(timeoutMs: number): number {
  if (timeoutMs > 0) return timeoutMs
  throw new RangeError('timeoutMs must be a number above 0')
}
