/** Name of the browser's database with the history, and of the channel between its tabs. */
export const HISTORY = 'footnote-history'

const MOST_WAIT_MS = 2_000

/**
 * Deletes the history with its key. Signed-out pages call it too, so this file stays small and
 * knows nothing of the history's layout. Waits for other tabs to let go of it, but not for long.
 */
export async function destroyHistory(): Promise<void> {
  await Promise.race([
    deleteDatabase(),
    new Promise<void>(done => setTimeout(done, MOST_WAIT_MS)),
  ]).catch(() => {
    // Storage may be blocked; then there is no history either.
  })
}

function deleteDatabase(): Promise<void> {
  return new Promise((done, fail) => {
    const deleting = indexedDB.deleteDatabase(HISTORY)
    deleting.onsuccess = () => done()
    deleting.onerror = () => fail(deleting.error)
  })
}

type Message = 'changed' | 'signed-out'

/** Sends a message to the other tabs. */
export function tellTabs(message: Message): void {
  if (!('BroadcastChannel' in globalThis)) return
  const channel = new BroadcastChannel(HISTORY)
  channel.postMessage(message)
  channel.close()
}

/** Calls the listener for one kind of message of other tabs. Returns a function that stops it. */
export function hearTabs(message: Message, listener: () => void): () => void {
  if (!('BroadcastChannel' in globalThis)) return () => {}
  const channel = new BroadcastChannel(HISTORY)
  channel.onmessage = ({ data }) => {
    if (data === message) listener()
  }
  return () => channel.close()
}
