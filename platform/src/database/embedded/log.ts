/** Where the embedded database says what it does; the service's logger fits. */
export interface Log {
  info(message: string): void
  warn(message: string): void
}
