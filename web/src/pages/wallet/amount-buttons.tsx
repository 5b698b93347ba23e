import { classes } from '../../ui/classes.ts'

const AMOUNTS_USD = [10, 25, 50, 100]

/** Buttons that fill the amount field with a common amount. */
export function AmountButtons({
  chosenCents,
  onChoose,
}: {
  chosenCents: number | undefined
  onChoose: (text: string) => void
}) {
  return (
    <fieldset>
      <legend className="sr-only">Common amounts</legend>
      <div className="grid grid-cols-4 gap-2">
        {AMOUNTS_USD.map(usd => {
          const isChosen = chosenCents === usd * 100
          return (
            <button
              key={usd}
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChoose(String(usd))}
              className={classes(
                'min-h-11 cursor-pointer rounded-lg border px-1 text-sm font-medium tabular-nums transition-colors',
                isChosen
                  ? 'border-accent bg-accent-wash text-accent'
                  : 'border-rule hover:border-edge',
              )}
            >
              ${usd}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
