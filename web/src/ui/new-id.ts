/**
 * Creates a random UUID. Browsers offer `crypto.randomUUID` only to secure pages, and a service may
 * be tried out over plain HTTP from another machine.
 */
export function newId(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))].map((byte, index) =>
    index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte,
  )
  const digits = bytes.map(byte => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
