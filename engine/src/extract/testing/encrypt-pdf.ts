import { createCipheriv, createHash, randomBytes } from 'node:crypto'

export interface PdfEncryption {
  /** The `Encrypt` dictionary of the trailer. */
  readonly dictionary: string
  encryptStream(content: string): string
}

const NO_IV = Buffer.alloc(16)

/** AES-256 encryption (ISO 32000-2, revision 6) that opens without a password. */
export function encryptWithoutPassword(): PdfEncryption {
  const key = randomBytes(32)
  const user = lock(key, Buffer.alloc(0))
  const owner = lock(key, user.verifier)
  const permissions = Buffer.from('fcffffffffffffff5461646200000000', 'hex')
  const ecb = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  return {
    dictionary: `<< /Filter /Standard /V 5 /R 6 /Length 256 /P -4
      /CF << /StdCF << /CFM /AESV3 /AuthEvent /DocOpen /Length 32 >> >> /StmF /StdCF /StrF /Identity
      /U <${user.verifier.toString('hex')}> /UE <${user.sealedKey.toString('hex')}>
      /O <${owner.verifier.toString('hex')}> /OE <${owner.sealedKey.toString('hex')}>
      /Perms <${ecb.update(permissions).toString('hex')}> >>`,
    encryptStream(content) {
      const iv = randomBytes(16)
      const cipher = createCipheriv('aes-256-cbc', key, iv)
      const body = [iv, cipher.update(content, 'latin1'), cipher.final()]
      return Buffer.concat(body).toString('latin1')
    },
  }
}

function lock(key: Buffer, userVerifier: Buffer) {
  const [validation, forKey] = [randomBytes(8), randomBytes(8)]
  const sealing = hash(forKey, userVerifier)
  const cipher = createCipheriv('aes-256-cbc', sealing, NO_IV).setAutoPadding(false)
  return {
    verifier: Buffer.concat([hash(validation, userVerifier), validation, forKey]),
    sealedKey: cipher.update(key),
  }
}

/** Algorithm 2.B of the standard, for the empty password. */
function hash(salt: Buffer, userVerifier: Buffer): Buffer {
  let digest = createHash('sha256').update(salt).update(userVerifier).digest()
  for (let round = 0, last = 0; round < 64 || last > round - 32; round += 1) {
    const block = Buffer.concat([digest, userVerifier])
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => block))
    const cipher = createCipheriv('aes-128-cbc', digest.subarray(0, 16), digest.subarray(16, 32))
    const encrypted = cipher.setAutoPadding(false).update(repeated)
    const sum = encrypted.subarray(0, 16).reduce((total, byte) => total + byte, 0)
    const algorithm = ['sha256', 'sha384', 'sha512'][sum % 3] ?? ''
    digest = createHash(algorithm).update(encrypted).digest()
    last = encrypted.at(-1) ?? 0
  }
  return digest.subarray(0, 32)
}
