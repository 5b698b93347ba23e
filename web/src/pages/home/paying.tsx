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
      title="Pay only for calls that succeed"
      lead={
        <>
          <p>
            We charge a call before it runs and keep the charge pending. If the call succeeds, the
            charge becomes final. If it fails, you get a full refund, exactly once.
            <NoteMark name="refunds" />
          </p>
          <p>
            Requests that are invalid, too long or not covered by your balance are rejected before
            anything is charged.
          </p>
        </>
      }
    >
      <WalletDiagram />
      <figure className="mt-8">
        <figcaption className="text-sm text-pretty text-quiet">
          No supporting source? That’s refunded too. This is the built-in engine’s reply to “
          {refused.request.query}” on <Time at={recordedOn} dayOnly />:
        </figcaption>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          className="mt-3 overflow-x-auto rounded-lg border border-rule bg-sheet p-4 font-mono text-[0.78rem] leading-relaxed wrap-anywhere whitespace-pre-wrap"
        >
          {JSON.stringify(refused.response, null, 2)}
        </pre>
      </figure>
    </HomeSection>
  )
}
