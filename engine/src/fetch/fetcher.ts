/** Fetches pages from untrusted addresses. */
export interface Fetcher {
  /** Resolves to the page at the end of its redirects; rejects with a FetchError. */
  fetch(url: string, options: FetchOptions): Promise<FetchedPage>
  close(): Promise<void>
}

export interface FetchOptions {
  /** Called with the address and each redirect, before anything is sent there. */
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
