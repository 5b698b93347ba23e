import { words } from '../text/words.ts'

const WORDS = `what which who when how much many change changed increase increased decrease decreased growth
difference percentage percent ratio proportion average mean sum total value amount respective respectively
year fiscal financial period ended ending company group firm table calculated largest highest greatest
smallest lowest larger higher greater smaller lower less more than exceed above below between among overall
combined altogether together number count constitute constitution out compared relative recorded reported
provided information shown listed component type item segment category given stated quarter month end
beginning date january march june september december`

/** The stems of words that say what to do or how to ask, not what about. */
export const ASKING_STEMS: ReadonlySet<string> = new Set(words(WORDS).map(word => word.stem))
