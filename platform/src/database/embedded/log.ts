/** The log of the embedded database; the service's logger fits. */
export interface Log {
  info(message: string): void
  warn(message: string): void
}
