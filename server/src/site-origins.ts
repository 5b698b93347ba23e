import type { Config } from './config.ts'
import { isLoopback } from './local-mode.ts'

export interface SiteOrigins {
  /** The one that links lead to. */
  origin(): string
  /** Whether a page of this origin is one of ours. */
  isOwnOrigin(origin: string): boolean
}

/** All of them reach a service that listens on this machine alone, by whichever name a browser was given. */
const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '[::1]']

/** The website's origins: the public address's, or else where the service listens, which only it knows. */
export function createSiteOrigins(
  { publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>,
  { listeningAt }: { listeningAt: () => string },
): SiteOrigins {
  if (publicUrl !== undefined) {
    const { origin } = new URL(publicUrl)
    return { origin: () => origin, isOwnOrigin: other => other === origin }
  }
  const origin = () => new URL(listeningAt()).origin
  return {
    origin,
    isOwnOrigin(other) {
      if (other === origin()) return true
      const { port } = new URL(origin())
      const names = isLoopback(host) ? LOOPBACK_HOSTS : []
      // As a browser writes it: without the port that goes without saying.
      return names.some(name => other === new URL(`http://${name}:${port || 80}`).origin)
    },
  }
}
