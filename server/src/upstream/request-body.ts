import { normaliseDomain } from '@footnote/contract/domain'
import type {
  AnswerRequest,
  FinanceRequest,
  ResearchRequest,
  SourceControls,
  WithEffort,
} from '@footnote/contract/requests'

/** The bodies of the upstream's wire, made from valid requests. */
export function answerBody(request: AnswerRequest): object {
  return {
    query: request.query,
    ...sourceControls(request),
    ...(request.language === undefined ? {} : { language: request.language.toUpperCase() }),
    safesearch: request.safesearch ?? 'moderate',
  }
}

export function researchBody(
  request: WithEffort<ResearchRequest>,
  { background }: { background: boolean },
): object {
  const controls = sourceControls(request.source_control ?? {})
  return {
    input: request.input,
    research_effort: request.research_effort,
    background,
    ...(Object.keys(controls).length > 0 ? { source_control: controls } : {}),
    ...(request.output_schema === undefined ? {} : { output_schema: request.output_schema }),
  }
}

export function financeBody(request: WithEffort<FinanceRequest>): object {
  return { input: request.input, research_effort: request.research_effort }
}

function sourceControls(controls: SourceControls): object {
  return {
    ...domains('include_domains', controls.include_domains),
    ...domains('exclude_domains', controls.exclude_domains),
    ...domains('boost_domains', controls.boost_domains),
    ...(controls.freshness === undefined ? {} : { freshness: controls.freshness }),
    ...(controls.country === undefined ? {} : { country: controls.country.toUpperCase() }),
  }
}

function domains(name: string, list: readonly string[] = []): object {
  const hosts = new Set(list.map(normaliseDomain).filter(host => host !== undefined))
  return hosts.size > 0 ? { [name]: [...hosts] } : {}
}
