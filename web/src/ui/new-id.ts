/**
 * A random UUID. `crypto.randomUUID` would do, but browsers keep it from pages that came by plain HTTP,
 * as those of a service that is tried out from another machine.
 */
export function newId(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))].map((byte, index) =>
    index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte,
  )
  const digits = bytes.map(byte => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
