/** A file of the built page, ready to be sent. */
export interface WebFile {
  readonly type: string
  /** Its name changes with its content, so that it may be kept for ever. */
  readonly isImmutable: boolean
  /** Of its content; each encoding adds its name, since the bytes differ. */
  readonly digest: string
  readonly bodies: {
    readonly identity: Buffer
    readonly br?: Buffer
    readonly gzip?: Buffer
  }
}
