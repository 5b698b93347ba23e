import type { Transform } from 'node:stream'
import {
  constants,
  createBrotliCompress,
  createDeflate,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'

const PART = Buffer.alloc(4 * 1024 * 1024, ' ')
const PARTS = 256

/** Spaces that take a gigabyte when they are unpacked, and some kilobytes before. */
export const bombs: Readonly<Record<string, () => Promise<Buffer>>> = {
  // Several files in a row are one: these formats allow it.
  gzip: async () => Buffer.concat(Array(PARTS).fill(gzipSync(PART))),
  zstd: async () => Buffer.concat(Array(PARTS).fill(zstdCompressSync(PART))),
  deflate: () => repeatSecondPart(createDeflate(), constants.Z_FULL_FLUSH),
  br: () => repeatSecondPart(createBrotliCompress(FAST), constants.BROTLI_OPERATION_FLUSH),
}

const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }

/** Packs two parts so that they end with a whole byte; what comes after the first can come again. */
async function repeatSecondPart(
  packer: Transform & { flush(kind: number, done: () => void): void },
  kind: number,
): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let part = 0; part < 2; part += 1) {
    packer.write(PART)
    await new Promise<void>(resolve => packer.flush(kind, resolve))
    parts.push(packer.read())
  }
  packer.destroy()
  const [first = PART, second = PART] = parts
  return Buffer.concat([first, ...Array(PARTS - 1).fill(second)])
}
