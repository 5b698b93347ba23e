import type { AnswerResult, Output } from '@footnote/contract/responses'

/** A report as a link carries it. */
export interface SharedReport {
  readonly question: string | undefined
  /** Tool and effort, such as "Research, deep". */
  readonly call: string | undefined
  readonly at: string | undefined
  readonly result: AnswerResult | { readonly output: Output }
}

const NONCE_BYTES = 12
/** Ties a ciphertext to its use and its version. */
const PURPOSE = new TextEncoder().encode('footnote shared report 1')

/** Compresses and encrypts a report with a new key, which only the link contains. */
export async function sealShared(report: SharedReport): Promise<{ sealed: string; key: string }> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const raw = crypto.getRandomValues(new Uint8Array(32))
  const plain = await pipe(
    new TextEncoder().encode(JSON.stringify(report)),
    new CompressionStream('gzip'),
  )
  const sealed = await crypto.subtle.encrypt(cipher(iv), await importKey(raw), plain)
  return { sealed: toText(new Uint8Array([...iv, ...new Uint8Array(sealed)])), key: toText(raw) }
}

/** Decrypts a report; undefined if the key does not fit or the content is no report. */
export async function openShared(sealed: string, key: string): Promise<SharedReport | undefined> {
  try {
    const bytes = fromText(sealed)
    const plain = await crypto.subtle.decrypt(
      cipher(bytes.slice(0, NONCE_BYTES)),
      await importKey(fromText(key)),
      bytes.slice(NONCE_BYTES),
    )
    const text = await pipe(new Uint8Array(plain), new DecompressionStream('gzip'))
    return readShared(JSON.parse(new TextDecoder().decode(text)))
  } catch {
    return undefined
  }
}

/** Checks the shape of a report, since its author is unknown. */
function readShared(value: Partial<SharedReport>): SharedReport | undefined {
  const { question, call, at, result } = value
  if (typeof result !== 'object' || result === null) return undefined
  const isAnswer =
    'answer' in result &&
    typeof result.answer === 'string' &&
    Array.isArray(result.citations) &&
    Array.isArray(result.results?.web)
  const isOutput =
    'output' in result && typeof result.output === 'object' && Array.isArray(result.output.sources)
  if (!isAnswer && !isOutput) return undefined
  return {
    question: typeof question === 'string' ? question : undefined,
    call: typeof call === 'string' ? call : undefined,
    at: typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? at : undefined,
    result,
  }
}

/** The most that a report may unpack to, so that a small one cannot fill the memory. */
const MOST_BYTES = 4_000_000

async function pipe(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const chunk of new Blob([bytes]).stream().pipeThrough(through)) {
    length += chunk.length
    if (length > MOST_BYTES) throw new Error('too large')
    chunks.push(chunk)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

function cipher(iv: Uint8Array<ArrayBuffer>): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: PURPOSE }
}

function importKey(raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

function toText(bytes: Uint8Array): string {
  const binary = Array.from(bytes, byte => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromText(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, character => character.charCodeAt(0))
}
