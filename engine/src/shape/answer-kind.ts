import { contentWords } from '../text/words.ts'

/** What a good answer to a question is. */
export type AnswerKind =
  | 'person'
  | 'place'
  | 'organisation'
  | 'date'
  | 'number'
  | 'money'
  | 'percent'
  | 'reason'
  | 'manner'
  | 'definition'
  | 'thing'
  | 'yes-no'
  | 'list'

/** Nouns that tell what is asked for, singular. Whatever is not here is asked for as a thing. */
const NOUNS: Partial<Readonly<Record<AnswerKind, string>>> = {
  person:
    'person people man woman boy girl king queen emperor empress president minister chancellor ' +
    'mayor governor senator politician general admiral commander officer soldier leader chief ' +
    'director chairman chairwoman chair founder ceo cfo manager owner author writer poet novelist ' +
    'playwright artist painter sculptor architect composer musician singer actor actress ' +
    'scientist physicist chemist biologist mathematician philosopher theologian historian ' +
    'economist engineer inventor explorer astronaut doctor physician lawyer judge pope bishop ' +
    'priest monk saint prophet player athlete coach quarterback captain winner champion ' +
    'journalist editor producer designer teacher professor student researcher scholar monarch ' +
    'ruler prince princess duke duchess lord knight dictator successor predecessor husband wife ' +
    'father mother brother sister son daughter',
  place:
    'place location city town village capital country nation state province county district ' +
    'region territory continent island river lake sea ocean mountain peak valley desert port ' +
    'harbour harbor street road building castle palace museum stadium airport station park ' +
    'birthplace headquarters site venue neighbourhood neighborhood municipality canton planet',
  organisation:
    'organisation organization company corporation firm business bank agency institution ' +
    'institute university college school party union association society club team league ' +
    'committee commission council ministry department army navy church order network channel ' +
    'broadcaster publisher manufacturer airline retailer brand subsidiary',
  date: 'date year day month decade century era time period season millennium birthday',
  number:
    'number amount quantity total count population length height width depth distance area size ' +
    'age weight mass speed velocity temperature volume capacity density rank ranking score ' +
    'duration latitude longitude elevation altitude frequency code range minimum maximum average',
  money:
    'price cost revenue income profit loss salary wage budget gdp debt fee fine tax payment ' +
    'earnings sales expenditure spending value worth investment dividend',
  percent: 'percentage percent proportion share fraction rate portion',
  reason: 'reason cause motive purpose explanation',
  manner: 'way method process means procedure technique',
}

const byStem = new Map<string, AnswerKind>(
  Object.entries(NOUNS).flatMap(([kind, nouns]) =>
    contentWords(nouns).map(({ stem }) => [stem, kind as AnswerKind] as const),
  ),
)

/** The kind that a noun names, whether singular or plural. */
export function kindOfNoun(stem: string): AnswerKind | undefined {
  return byStem.get(stem)
}
