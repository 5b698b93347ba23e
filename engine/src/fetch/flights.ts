import { untilAborted } from '../until-aborted.ts'
import { FetchError } from './fetch-error.ts'

/** Fetches that several callers may wait for. */
export interface Flights<T> {
  /** Takes part in the fetch of that key, or starts it. */
  join(key: string, passenger: Passenger, start: Start<T>): Promise<T>
}

/** One who waits for a page: with a time limit and wishes of its own. */
export interface Passenger {
  readonly mayVisit: (url: string) => boolean
  readonly signal: AbortSignal
}

/**
 * Asks before each address whether anybody wants to go there; throws when nobody does. The signal is
 * given when nobody waits any more.
 */
export type Start<T> = (ask: (url: string) => void, signal: AbortSignal) => Promise<T>

interface Flight<T> {
  readonly outcome: Promise<T>
  readonly seats: Set<Seat>
  readonly asked: readonly string[]
  readonly ending: AbortController
}

interface Seat {
  readonly mayVisit: (url: string) => boolean
  /** Ends the wait of this one. */
  readonly drop: (error: unknown) => void
}

/** Callers share a fetch, and nothing else: what ends it for one goes on for the others. */
export function createFlights<T>(): Flights<T> {
  const flights = new Map<string, Flight<T>>()

  function begin(key: string, start: Start<T>): Flight<T> {
    const asked: string[] = []
    const seats = new Set<Seat>()
    const ending = new AbortController()
    const ask = (url: string) => {
      asked.push(url)
      for (const seat of seats) {
        admit(seat, [url], error => {
          seats.delete(seat)
          seat.drop(error)
        })
      }
      if (seats.size > 0) return
      ending.abort(notAllowed())
      ending.signal.throwIfAborted()
    }
    // The caller that starts it takes a seat before it sets off.
    const outcome = Promise.resolve().then(() => start(ask, ending.signal))
    const flight = { outcome, seats, asked, ending }
    const forget = () => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    outcome.then(forget, forget)
    ending.signal.addEventListener('abort', forget)
    flights.set(key, flight)
    return flight
  }

  return {
    async join(key, { mayVisit, signal }, start) {
      signal.throwIfAborted()
      const flight = flights.get(key) ?? begin(key, start)
      const { promise: dropped, reject } = Promise.withResolvers<never>()
      const seat = { mayVisit, drop: reject }
      flight.seats.add(seat)
      try {
        admit(seat, flight.asked, reject)
        return await untilAborted(Promise.race([flight.outcome, dropped]), signal)
      } finally {
        flight.seats.delete(seat)
        if (flight.seats.size === 0) flight.ending.abort(signal.reason)
      }
    },
  }
}

/** Lets down who does not want to go where it goes, or cannot say. */
function admit(seat: Seat, urls: readonly string[], refuse: (error: unknown) => void): void {
  try {
    if (!urls.every(url => seat.mayVisit(url))) refuse(notAllowed())
  } catch (error) {
    refuse(error)
  }
}

export function notAllowed(): FetchError {
  return new FetchError('not-allowed', 'is at an address that the request does not allow')
}
