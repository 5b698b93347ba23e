/** Names of publishers by domain; subdomains belong to them. */
const PUBLISHERS: Readonly<Record<string, string>> = {
  'acm.org': 'ACM',
  'apnews.com': 'AP News',
  'arxiv.org': 'arXiv',
  'bbc.co.uk': 'BBC',
  'bbc.com': 'BBC',
  'bloomberg.com': 'Bloomberg',
  'britannica.com': 'Britannica',
  'cdc.gov': 'CDC',
  'census.gov': 'U.S. Census Bureau',
  'cia.gov': 'CIA',
  'destatis.de': 'Destatis',
  'ecb.europa.eu': 'European Central Bank',
  'economist.com': 'The Economist',
  'europa.eu': 'European Union',
  'federalreserve.gov': 'Federal Reserve',
  'ft.com': 'Financial Times',
  'ietf.org': 'IETF',
  'imf.org': 'IMF',
  'mdn.io': 'MDN',
  'developer.mozilla.org': 'MDN',
  'nasa.gov': 'NASA',
  'nature.com': 'Nature',
  'nih.gov': 'NIH',
  'nodejs.org': 'Node.js',
  'npmjs.com': 'npm',
  'nytimes.com': 'The New York Times',
  'oecd.org': 'OECD',
  'ourworldindata.org': 'Our World in Data',
  'postgresql.org': 'PostgreSQL',
  'pypi.org': 'PyPI',
  'python.org': 'Python',
  'reddit.com': 'Reddit',
  'reuters.com': 'Reuters',
  'rfc-editor.org': 'RFC Editor',
  'science.org': 'Science',
  'sec.gov': 'SEC',
  'stackoverflow.com': 'Stack Overflow',
  'theguardian.com': 'The Guardian',
  'un.org': 'United Nations',
  'w3.org': 'W3C',
  'washingtonpost.com': 'The Washington Post',
  'who.int': 'WHO',
  'wikidata.org': 'Wikidata',
  'wikipedia.org': 'Wikipedia',
  'worldbank.org': 'World Bank',
  'wsj.com': 'The Wall Street Journal',
  'youtube.com': 'YouTube',
}
/** Hosts of many projects, where the path says whose page it is. */
const FORGES: Readonly<Record<string, string>> = {
  'github.com': 'GitHub',
  'raw.githubusercontent.com': 'GitHub',
  'gitlab.com': 'GitLab',
  'huggingface.co': 'Hugging Face',
}

/**
 * The name that people know a source by. It depends on the host alone, never on the page's title,
 * so that no page can pass for another one's. Without a known name, it is the host.
 */
export function publisherOf(href: string): string {
  const { hostname, pathname } = new URL(href)
  const host = hostname.replace(/^www\./, '')
  const forge = FORGES[host]
  if (forge !== undefined) {
    const [owner, project] = pathname.split('/').filter(Boolean).map(decode)
    if (owner === undefined) return forge
    return `${forge}, ${project === undefined ? owner : `${owner}/${project}`}`
  }
  const labels = host.split('.')
  for (let from = 0; from < labels.length - 1; from += 1) {
    const name = PUBLISHERS[labels.slice(from).join('.')]
    if (name !== undefined) return name
  }
  return host
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
