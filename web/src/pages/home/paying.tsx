import { Time } from '../../ui/time.tsx'
import { HomeSection } from './home-section.tsx'
import { NoteMark } from './notes.tsx'
import { recordedExamples } from './recorded-examples.ts'
import { WalletDiagram } from './wallet-diagram.tsx'

const { refused, recordedOn } = recordedExamples

export function Paying() {
  return (
    <HomeSection
      id="paying"
      title="Debited before, refunded once"
      lead={
        <>
          <p>
            The price of a call leaves your wallet before the call runs, and is held. When the
            answer is there, it is spent. When the call fails, all of it comes back, exactly once.
            <NoteMark name="refunds" />
          </p>
          <p>
            What is wrong with a request is found before: too long, not valid, not covered by the
            balance is never charged.
          </p>
        </>
      }
    >
      <WalletDiagram />
      <figure className="mt-8">
        <figcaption className="text-sm text-pretty text-quiet">
          It is a failure, too, when no source answers. “{refused.request.query}” was refused by the
          embedded engine on <Time at={recordedOn} dayOnly />, and this came back:
        </figcaption>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where it does not fit
          tabIndex={0}
          className="mt-3 overflow-x-auto rounded-lg border border-rule bg-sheet p-4 font-mono text-[0.78rem] leading-relaxed wrap-anywhere whitespace-pre-wrap"
        >
          {JSON.stringify(refused.response, null, 2)}
        </pre>
      </figure>
    </HomeSection>
  )
}
