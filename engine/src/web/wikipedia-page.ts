import { hostOf } from '../policy/host-of.ts'
import { isWithinDomain } from '../policy/is-within-domain.ts'

/** How its pages call it after their own names, in the scripts that it is written in most. */
const SITE_NAME =
  /\s[-–—]\s(?:Wikip\p{L}+|Vikip\p{L}+|Вікіпедія|Википеди\p{L}+|Уикипедия|Βικιπαίδεια|ויקיפדיה|ويكيبيديا|위키백과|维基百科|維基百科|विकिपीडिया)$/u

export function isWikipedia(url: string): boolean {
  return isWithinDomain(hostOf(url), 'wikipedia.org')
}

/** The title of an article without the name of the site. */
export function articleTitle(title: string): string {
  return title.replace(SITE_NAME, '').trim() || title
}

/** The page for large screens, which is what others cite. */
export function fullPageUrl(url: string): string {
  return isWikipedia(url)
    ? url.replace(/^(https?:\/\/(?:[a-z-]+\.)?)m\.wikipedia/, '$1wikipedia')
    : url
}
