/** The logo: two lines of text, a rule, and the dot of a reference. */
function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" className="fill-ink" />
      <path
        d="M8 10.5h9M8 16h15"
        fill="none"
        strokeWidth="2.6"
        strokeLinecap="round"
        className="stroke-paper"
      />
      <path
        d="M8 22.5h7"
        strokeWidth="2.6"
        strokeLinecap="round"
        className="stroke-accent-inverse"
      />
      <circle cx="22.2" cy="9.6" r="2.7" className="fill-accent-inverse" />
    </svg>
  )
}

export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <Mark />
      <span className="font-serif text-xl leading-none font-semibold tracking-tight">
        Footnote
        {/* An ornament without text, so that screen readers skip it. */}
        <sup className="ml-px text-[0.6em] text-accent before:content-['1']" />
      </span>
    </span>
  )
}
