/** The buffer, or a larger one with the same in it, so that it has so many bytes. */
export function makeRoom(
  bytes: Uint8Array<ArrayBuffer>,
  size: number,
  maxBytes: number,
): Uint8Array<ArrayBuffer> {
  if (size <= bytes.length) return bytes
  const larger = new Uint8Array(Math.min(maxBytes, Math.max(size, bytes.length * 2)))
  larger.set(bytes)
  return larger
}
