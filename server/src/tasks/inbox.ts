/** A queue that one side fills and the other reads in order, until the end. */
export interface Inbox<Item> extends AsyncIterable<Item> {
  put(item: Item): void
  /** Ends it after the queued items, with an error if there is one. */
  end(error?: unknown): void
}

export function createInbox<Item>(): Inbox<Item> {
  const state: State<Item> = { items: [], isEnded: false, failure: undefined, wake: undefined }
  return {
    put(item) {
      if (state.isEnded) return
      state.items.push(item)
      state.wake?.()
    },
    end(error) {
      if (state.isEnded) return
      state.isEnded = true
      state.failure = error
      state.wake?.()
    },
    [Symbol.asyncIterator]: () => take(state),
  }
}

interface State<Item> {
  readonly items: Item[]
  isEnded: boolean
  failure: unknown
  wake: (() => void) | undefined
}

async function* take<Item>(state: State<Item>): AsyncGenerator<Item> {
  for (;;) {
    while (state.items.length > 0) yield state.items.shift() as Item
    if (state.failure !== undefined) throw state.failure
    if (state.isEnded) return
    await new Promise<void>(resolve => {
      state.wake = resolve
    })
  }
}
