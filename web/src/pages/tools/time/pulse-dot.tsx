/** A pulsing dot that marks running work. */
export function PulseDot() {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-2 shrink-0 -translate-y-0.5 rounded-full bg-accent motion-safe:animate-pulse"
    />
  )
}
