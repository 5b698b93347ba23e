/** Fetches pages of the open web, whose addresses nobody vouches for. */
export interface Fetcher {
  /** The page at the end of its redirects; rejects with a FetchError that names the reason. */
  fetch(url: string, options: FetchOptions): Promise<FetchedPage>
  close(): Promise<void>
}

export interface FetchOptions {
  /** Asked for the address and for each that it redirects to, before anything is sent there. */
  readonly mayVisit: (url: string) => boolean
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

export interface FetchedPage {
  readonly bytes: Uint8Array
  /** The address at the end of all redirects, without a fragment. */
  readonly url: string
  readonly contentType?: string
  readonly lastModified?: string
}
