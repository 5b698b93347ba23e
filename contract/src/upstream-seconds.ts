/** How long the service waits for its upstream, unless its settings say otherwise. */
export const upstreamSeconds = {
  answer: 60,
  lite: 60,
  standard: 180,
  finance: 420,
  submission: 60,
  poll: 30,
} as const
