import { pointer as pointerOf } from '@footnote/contract/problem'
import { jsonText } from '@footnote/contract/report/json-text'
import type { Output } from '@footnote/contract/responses'
import { ChevronRight } from 'lucide-react'
import { createContext, use, useMemo, useState } from 'react'
import { classes } from '../ui/classes.ts'
import { TEXT_LINK } from '../ui/text-link.tsx'
import { Citations, CitedText } from './citation.tsx'
import { flatList } from './flat-list.ts'
import { countValues, type TreeShape, treeShape } from './tree-shape.ts'
import { ValueTable } from './value-table.tsx'

/** Trees with up to this many values start expanded and print in full. */
const SMALL = 400
const DEEPEST = 20
const SLICE = 50
const MOST_CHARACTERS = 3_000

type Branch = TreeShape & { kind: 'object' | 'list' }

type Evidence = NonNullable<Output['evidence']>[number]
/** The evidence of each value by its JSON Pointer. */
const EvidenceContext = createContext<ReadonlyMap<string, readonly Evidence[]>>(new Map())

/** A collapsible tree of a JSON value, with the quotes that prove its values. */
export function ValueTree({
  value,
  evidence = [],
}: {
  value: object
  evidence?: readonly Evidence[] | undefined
}) {
  const isSmall = countValues(value, SMALL + 1) <= SMALL
  const byPointer = useMemo(() => Map.groupBy(evidence, ({ pointer }) => pointer), [evidence])
  return (
    <EvidenceContext value={byPointer}>
      <Entries branch={treeShape(value) as Branch} pointer="" depth={0} isSmall={isSmall} />
    </EvidenceContext>
  )
}

/** The passages that prove a value, below it. */
function Quotes({ pointer }: { pointer: string }) {
  const evidence = use(EvidenceContext).get(pointer) ?? []
  return evidence.map(({ source, quote }) => (
    <blockquote
      key={`${source} ${quote}`}
      dir="auto"
      className="mt-1 border-l-2 border-rule pl-3 text-sm text-quiet wrap-anywhere"
    >
      “{quote}” <CitedText text={`[[${source}]]`} />
    </blockquote>
  ))
}

/** A value of a table, with a number for each passage that proves it. */
function Cell({ value, pointer }: { value: unknown; pointer: string }) {
  const evidence = use(EvidenceContext).get(pointer) ?? []
  const shape = treeShape(value)
  return (
    <span dir="auto" className={classes('wrap-anywhere', shape.kind === 'null' && 'text-quiet')}>
      {shape.kind === 'null' ? '–' : 'text' in shape && <CitedText text={shape.text} />}
      {evidence.map(({ source, quote }) => (
        <Citations key={`${source} ${quote}`} numbers={[source]} quote={quote} />
      ))}
    </span>
  )
}

interface Place {
  /** JSON Pointer of the value, which evidence refers to. */
  readonly pointer: string
  readonly depth: number
  readonly isSmall: boolean
}

function Entries({ branch, pointer, depth, isSmall }: Place & { branch: Branch }) {
  const [shown, setShown] = useState(SLICE)
  const left = branch.entries.length - shown
  return (
    <ul className={classes(depth > 0 && 'ml-[0.4375rem] border-l border-rule pl-4')}>
      {branch.entries.slice(0, shown).map(([name, value]) => (
        <li key={name} className="py-1">
          <Entry
            name={name}
            value={value}
            isItem={branch.kind === 'list'}
            pointer={pointerOf(pointer, name)}
            depth={depth + 1}
            isSmall={isSmall}
          />
        </li>
      ))}
      {left > 0 && (
        <li className="py-1">
          <button type="button" onClick={() => setShown(shown + SLICE)} className={TEXT_LINK}>
            Show {Math.min(left, SLICE)} of {left} more
          </button>
        </li>
      )}
    </ul>
  )
}

interface EntryProps extends Place {
  readonly name: string
  readonly value: unknown
  /** Whether it is a list item, whose name is a short number. */
  readonly isItem: boolean
}

function Entry({ name, value, isItem, pointer, depth, isSmall }: EntryProps) {
  const shape = treeShape(value)
  const [isOpen, setOpen] = useState(isSmall || depth < 2)
  const list = flatList(value)
  if (list)
    return (
      <ValueTable
        name={name}
        list={list}
        pointer={pointer}
        cell={(one, place) => <Cell value={one} pointer={place} />}
      />
    )
  if (shape.kind === 'text' || !('entries' in shape) || shape.entries.length === 0)
    return (
      <div
        className={classes(
          'grid gap-x-3 pl-6',
          isItem
            ? 'grid-cols-[2rem_minmax(0,1fr)]'
            : 'sm:grid-cols-[minmax(0,10rem)_minmax(0,1fr)]',
        )}
      >
        <Name name={name} />
        <div>
          <Leaf shape={shape} />
          <Quotes pointer={pointer} />
        </div>
      </div>
    )
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full cursor-pointer items-baseline gap-2 rounded-md text-left hover:bg-sheet"
      >
        <ChevronRight
          aria-hidden="true"
          className={classes(
            'size-4 shrink-0 self-center text-quiet transition-transform print:hidden',
            isOpen && 'rotate-90',
          )}
        />
        <Name name={name} />
        <span className="text-xs text-quiet">
          {shape.kind}, {shape.summary}
        </span>
      </button>
      {/* Small trees are printed even when collapsed. */}
      {(isOpen || isSmall) && (
        <div className={classes(!isOpen && 'hidden print:block')}>
          {depth < DEEPEST ? (
            <Entries branch={shape} pointer={pointer} depth={depth} isSmall={isSmall} />
          ) : (
            <pre className="ml-6 max-h-60 overflow-auto font-mono text-xs wrap-anywhere whitespace-pre-wrap">
              {jsonText(value)}
            </pre>
          )}
        </div>
      )}
    </>
  )
}

function Name({ name }: { name: string }) {
  return <bdi className="font-mono text-[0.8125rem] leading-6 text-quiet wrap-anywhere">{name}</bdi>
}

/** Text is set as text; other values as code with their type. */
function Leaf({ shape }: { shape: TreeShape }) {
  if (shape.kind === 'text') return <LongText text={shape.text} />
  const text = 'entries' in shape ? (shape.kind === 'list' ? '[]' : '{}') : shape.text
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <code className="font-mono text-[0.875rem] leading-6 wrap-anywhere">{text}</code>
      {shape.kind !== 'null' && (
        <span className="text-xs text-quiet">
          {'entries' in shape ? `${shape.kind}, ${shape.summary}` : shape.kind}
        </span>
      )}
    </span>
  )
}

function LongText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(text.length <= MOST_CHARACTERS)
  if (text === '') return <span className="text-xs leading-6 text-quiet">empty text</span>
  return (
    <div
      dir="auto"
      className="font-serif text-[1.0625rem] leading-6 wrap-anywhere whitespace-pre-wrap"
    >
      <CitedText text={isWhole ? text : text.slice(0, MOST_CHARACTERS)} />
      {!isWhole && (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className={classes(TEXT_LINK, 'block font-sans text-sm')}
        >
          Show all {text.length.toLocaleString('en-GB')} characters
        </button>
      )}
    </div>
  )
}
