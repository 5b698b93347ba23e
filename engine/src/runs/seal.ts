import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createFileOnce, HALF_WRITTEN, syncFolder } from '@footnote/platform/create-file-once'
import { ignoreMissing } from '@footnote/platform/database/embedded/ignore-missing'
import { destroyFile } from '@footnote/platform/destroy-file'
import { SEAL_KEY_BYTES, SealBroken, sealText, unsealText } from '@footnote/platform/seal'
import { dayOfKeyFile, isOldKey } from '@footnote/platform/seal-key-file'

/** The place that a sealed text is bound to: in another run or column, it does not open. */
export interface SealedPlace {
  readonly runId: string
  readonly field: 'request' | 'outcome' | 'reply'
}

const VERSION = 1
const DAY_BYTES = 10
const SEALED_AT = 1 + DAY_BYTES

/** Returns the version, the day of the key, then the sealed JSON. */
export async function seal(keys: SealKeys, value: object, place: SealedPlace): Promise<Buffer> {
  const { day, bytes } = await keys.today()
  const sealed = sealText(JSON.stringify(value), { key: bytes, place: nameOf(place) })
  return Buffer.concat([Buffer.from([VERSION]), Buffer.from(day), sealed])
}

/** Throws SealBroken if the key was destroyed or the text was tampered with. */
export async function unseal(keys: SealKeys, sealed: Buffer, place: SealedPlace): Promise<unknown> {
  const day = sealed.toString('latin1', 1, SEALED_AT)
  const key = sealed[0] === VERSION ? await keys.find(day) : undefined
  if (!key) throw new SealBroken()
  const text = unsealText(sealed.subarray(SEALED_AT), { key, place: nameOf(place) })
  return JSON.parse(text)
}

function nameOf({ runId, field }: SealedPlace): string {
  return `${runId}/${field}`
}

/** The keys that seal runs: files in a folder outside the database. */
export type SealKeys = Awaited<ReturnType<typeof openSealKeys>>

const HOUR_MS = 3_600_000

/** Several engines, on one machine or many, may share the folder. */
export async function openSealKeys(
  folder: string,
  { now = Date.now }: { now?: () => number } = {},
) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // A folder that belongs to another user keeps the mode that the operator chose.
  if ((await stat(folder)).uid === process.geteuid?.()) await chmod(folder, 0o700)
  /** By the UTC day that a key seals on, as YYYY-MM-DD. */
  const remembered = new Map<string, Buffer>()

  const pathOf = (day: string) => join(folder, `${day}.key`)
  const isOld = (day: string) => isOldKey(day, now())

  function remember(day: string, bytes: Buffer): Buffer {
    if (bytes.length !== SEAL_KEY_BYTES) {
      throw new Error(
        `${pathOf(day)} is not a key of ${SEAL_KEY_BYTES} bytes: restore it or remove it.`,
      )
    }
    remembered.set(day, bytes)
    return bytes
  }

  const keys = {
    /** Returns today's key, and creates it if there is none. */
    async today() {
      const day = new Date(now()).toISOString().slice(0, 10)
      const create = () => createFileOnce(pathOf(day), () => randomBytes(SEAL_KEY_BYTES))
      return { day, bytes: remembered.get(day) ?? remember(day, await create()) }
    },
    /** Returns undefined for a key that was destroyed or never existed. */
    async find(day: string): Promise<Buffer | undefined> {
      // The day comes from a row of the database, and becomes part of a path.
      if (dayOfKeyFile(`${day}.key`) === undefined || isOld(day)) return undefined
      const bytes = remembered.get(day) ?? (await readFile(pathOf(day)).catch(ignoreMissing))
      return bytes && remember(day, bytes)
    },
    async destroyOld(): Promise<void> {
      for (const [day, bytes] of remembered) {
        if (!isOld(day)) continue
        bytes.fill(0)
        remembered.delete(day)
      }
      for (const name of await readdir(folder)) {
        const day = dayOfKeyFile(name)
        const isAbandoned = HALF_WRITTEN.test(name) && (await ageMs(join(folder, name))) > HOUR_MS
        if ((day !== undefined && isOld(day)) || isAbandoned) await destroyFile(join(folder, name))
      }
      await syncFolder(folder)
    },
  }
  // A damaged key is reported at the start; later it would fail one run after the other.
  for (const name of await readdir(folder)) {
    const day = dayOfKeyFile(name)
    if (day !== undefined) await keys.find(day)
  }
  await keys.today()
  return keys

  async function ageMs(path: string): Promise<number> {
    const found = await stat(path).catch(ignoreMissing)
    return found ? now() - found.mtimeMs : 0
  }
}
