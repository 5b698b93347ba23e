import type { Config } from './config.ts'
import { isLoopback } from './local-mode.ts'

export interface SiteOrigins {
  /** The origin that links use. */
  origin(): string
  /** Returns all origins under which a client can reach the website. */
  origins(): readonly string[]
  /** Returns whether a page of this origin is one of ours. */
  isOwnOrigin(origin: string): boolean
}

/** Names by which a browser can reach a service that listens on loopback. */
const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '[::1]']

/**
 * Returns the website's origins: the public address's, or where the service listens, which is known
 * only after the start.
 */
export function createSiteOrigins(
  { publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>,
  { listeningAt }: { listeningAt: () => string },
): SiteOrigins {
  if (publicUrl !== undefined) {
    const { origin } = new URL(publicUrl)
    return {
      origin: () => origin,
      origins: () => [origin],
      isOwnOrigin: other => other === origin,
    }
  }
  const origin = () => new URL(listeningAt()).origin
  const origins = () => {
    const { port } = new URL(origin())
    const names = isLoopback(host) ? LOOPBACK_HOSTS : []
    // As browsers write it, without the default port.
    const others = names.map(name => new URL(`http://${name}:${port || 80}`).origin)
    return [...new Set([origin(), ...others])]
  }
  return { origin, origins, isOwnOrigin: other => origins().includes(other) }
}
