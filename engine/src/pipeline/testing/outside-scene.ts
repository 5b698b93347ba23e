import { onTestFinished } from 'vitest'
import { type Budget, budgets, type Effort } from '../../budgets.ts'
import { type OpenOutside, openOutside } from '../../commands/open-outside.ts'
import { readEngineConfig } from '../../config.ts'
import { type FakeEdgar, startFakeEdgar } from '../../finance/testing/fake-edgar.ts'
import type { Document } from '../../library/document.ts'
import { type Library, openLibrary } from '../../library/open-library.ts'
import {
  type FakeModel,
  type FakeModelOptions,
  type FakeScript,
  startFakeModel,
} from '../../llm/client/testing/fake-model.ts'
import { sharedReader } from '../../reader/testing/shared-reader.ts'
import type { Research, ResearchRequest } from '../../research.ts'
import { createLibrarySource } from '../../search/library-source.ts'
import type { FakePage } from '../../web/testing/fake-page.ts'
import { type FakeSearch, startFakeSearch } from '../../web/testing/fake-search.ts'
import { type FakeSite, type SitePage, startFakeSite } from '../../web/testing/fake-site.ts'
import { createAuthor } from '../../with-fallback.ts'
import { createResearch } from '../create-research.ts'

const PATIENCE = 5

export const TODAY = new Date('2026-11-15T12:00:00Z')

export interface OutsideScene {
  readonly site: FakeSite
  readonly search: FakeSearch
  readonly edgar: FakeEdgar
  readonly library: Library
  readonly outside: OpenOutside
  end(): Promise<void>
}

export interface SceneOptions {
  readonly pages?: Readonly<Record<string, SitePage>>
  readonly documents?: readonly Document[]
  /** Of the engine, by how the environment names them; by default it has a SearXNG and EDGAR. */
  readonly settings?: (own: { search: string; edgar: string }) => Readonly<Record<string, string>>
}

/** A site, search services that list its pages, EDGAR, and the engine's way to them over real HTTP. */
export async function openOutsideScene({
  pages = {},
  documents = [],
  settings = ({ search, edgar }) => ({ FOOTNOTE_SEARXNG_URL: search, FOOTNOTE_EDGAR_URL: edgar }),
}: SceneOptions = {}): Promise<OutsideScene> {
  const site = await startFakeSite(pages)
  const search = await startFakeSearch({ pages: listed(site) })
  const edgar = await startFakeEdgar()
  const library = openLibrary(':memory:')
  library.add(documents)
  const outside = await openOutside(
    configOf(settings({ search: search.url, edgar: edgar.url })).outside,
  )
  return {
    ...{ site, search, edgar, library, outside },
    async end() {
      await outside.close()
      await Promise.all([site.close(), search.close(), edgar.close()])
      library.close()
    },
  }
}

/** As above, until the test is over. */
export async function outsideScene(options: SceneOptions = {}): Promise<OutsideScene> {
  const scene = await openOutsideScene(options)
  onTestFinished(scene.end)
  return scene
}

export function configOf(settings: Readonly<Record<string, string>>) {
  return readEngineConfig({
    FOOTNOTE_FETCH_NETWORKS: '127.0.0.0/8',
    FOOTNOTE_CONTACT: 'operator@example.com',
    ...settings,
  })
}

/** A site's pages as a search lists them: those that are no pages too, with the words of their path. */
export function listed({ url, pages }: Pick<FakeSite, 'url' | 'pages'>): FakePage[] {
  return Object.entries(pages).map(([path, page]) => ({
    url: `${url}${path}`,
    title: 'title' in page ? page.title : path.slice(1).replaceAll('-', ' '),
    text: 'text' in page ? page.text : path.slice(1).replaceAll('-', ' '),
  }))
}

export interface SceneModel {
  readonly fake: FakeModel
  readonly model: NonNullable<OpenOutside['model']>
}

/** A model behind an endpoint of its own that says what it is told to, until the test is over. */
export async function sceneModel(
  script: FakeScript,
  {
    settings = {},
    fake: options = {},
  }: { settings?: Readonly<Record<string, string>>; fake?: FakeModelOptions } = {},
): Promise<SceneModel> {
  const fake = await startFakeModel(script, options)
  onTestFinished(fake.close)
  const { model, close } = await openOutside(
    configOf({
      FOOTNOTE_LLM_URL: fake.url,
      FOOTNOTE_LLM_MODEL: 'fake',
      FOOTNOTE_LLM_CONTEXT_TOKENS: '16384',
      ...settings,
    }).outside,
  )
  onTestFinished(close)
  if (!model) throw new Error('no model was configured')
  return { fake, model }
}

export interface Asking {
  readonly model?: SceneModel['model'] | undefined
  readonly budget?: Partial<Budget>
  readonly signal?: AbortSignal
}

/** The whole pipeline: asks what a request leaves open as a report of standard effort. */
export async function ask(
  { library, outside }: Pick<OutsideScene, 'library' | 'outside'>,
  request: Partial<ResearchRequest> & { readonly input: string },
  { model, budget, signal }: Asking = {},
): ReturnType<Research> {
  const research = createResearch({
    source: createLibrarySource(library),
    author: createAuthor({ reader: await sharedReader(), model }),
    now: () => TODAY,
    finders: outside.finders,
    budgets: withBudget(budget ?? {}),
  })
  const asked = { kind: 'research', effort: 'standard', sources: {}, ...request } as const
  return research(asked, { ...(signal && { signal }) })
}

function withBudget(changed: Partial<Budget>): Readonly<Record<Effort, Budget>> {
  const entries = Object.entries(budgets).map(([effort, own]) => [
    effort,
    // A busy machine needs more time.
    { ...own, timeMs: own.timeMs * PATIENCE, ...changed },
  ])
  return Object.fromEntries(entries)
}
