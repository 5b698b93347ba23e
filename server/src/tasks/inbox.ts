/** Items that one side puts in and the other takes out in order, until the end. */
export interface Inbox<Item> extends AsyncIterable<Item> {
  put(item: Item): void
  /** Ends it after what was put in, with an error if there is one. */
  end(error?: unknown): void
}

export function createInbox<Item>(): Inbox<Item> {
  const items: Item[] = []
  let wake: (() => void) | undefined
  let isEnded = false
  let failure: unknown

  return {
    put(item) {
      if (isEnded) return
      items.push(item)
      wake?.()
    },
    end(error) {
      if (isEnded) return
      isEnded = true
      failure = error
      wake?.()
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        while (items.length > 0) yield items.shift() as Item
        if (failure !== undefined) throw failure
        if (isEnded) return
        await new Promise<void>(resolve => {
          wake = resolve
        })
      }
    },
  }
}
