/** How long a service may take for a listing. */
export const SEARCH_TIMEOUT_MS = 8_000
