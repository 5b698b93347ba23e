export interface Match {
  readonly date: string
  readonly tournament: string
  readonly teams: readonly [string, string]
  readonly goals: readonly [number, number]
  readonly shootout: string
  readonly place: string
}

export interface Champion {
  readonly tournament: string
  readonly year: number
  readonly champion: string
  readonly second: string
  /** The match that decided. */
  readonly match: Match
}

/** Tournaments of which every edition has a champion that the results show; others hold matches only. */
const HAVE_FINALS = new Set([
  'FIFA World Cup',
  'UEFA Euro',
  'Copa América',
  'African Cup of Nations',
  'AFC Asian Cup',
  'Gold Cup',
  'Confederations Cup',
])
/** Editions that a group or aggregate scores decided rather than the last match, checked by hand. */
const DECIDED_OTHERWISE: Readonly<Record<string, string>> = {
  'FIFA World Cup 1950': 'Uruguay',
  'AFC Asian Cup 1956': 'South Korea',
  'AFC Asian Cup 1960': 'South Korea',
  'AFC Asian Cup 1964': 'Israel',
  'AFC Asian Cup 1968': 'Iran',
  'African Cup of Nations 1959': 'Egypt',
  'African Cup of Nations 1976': 'Morocco',
  'Copa América 1979': 'Paraguay',
  'Copa América 1983': 'Uruguay',
  'Copa América 1989': 'Brazil',
  'Copa América 1991': 'Argentina',
}
/** Editions that go by another year than the one they ended in. */
const EDITIONS: Readonly<Record<string, number>> = {
  'UEFA Euro 2021': 2020,
  'African Cup of Nations 2022': 2021,
  'African Cup of Nations 2024': 2023,
  'African Cup of Nations 2026': 2025,
  'AFC Asian Cup 2024': 2023,
}
/** Until then, the Copa América was a league of all teams, with a play-off if two were level. */
const LAST_LEAGUE = 1967
const EDITION_GAP_MS = 100 * 24 * 3_600_000

export function championsOf(matches: readonly Match[]): Champion[] {
  const byTournament = Map.groupBy(
    matches.filter(({ tournament }) => HAVE_FINALS.has(tournament)),
    ({ tournament }) => tournament,
  )
  return [...byTournament].flatMap(([tournament, all]) =>
    editions(all).flatMap(edition => championOf(tournament, edition) ?? []),
  )
}

function editions(matches: readonly Match[]): Match[][] {
  const groups: Match[][] = []
  for (const match of matches.toSorted((one, other) => (one.date < other.date ? -1 : 1))) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    const isNew = !before || Date.parse(match.date) - Date.parse(before.date) > EDITION_GAP_MS
    if (isNew) groups.push([match])
    else last?.push(match)
  }
  return groups
}

function championOf(tournament: string, edition: readonly Match[]): Champion | undefined {
  const last = finalOf(edition)
  if (!last) return undefined
  const year = Number(last.date.slice(0, 4))
  const isLeague = tournament === 'Copa América' && year <= LAST_LEAGUE
  const champion =
    DECIDED_OTHERWISE[`${tournament} ${year}`] ?? (isLeague ? leader(edition) : winner(last))
  if (!champion) return undefined
  const match =
    edition.findLast(({ teams, date }) => date === last.date && teams.includes(champion)) ?? last
  const second = match.teams.find(team => team !== champion) ?? ''
  const called = EDITIONS[`${tournament} ${year}`] ?? year
  return { tournament, year: called, champion, second, match }
}

/** The last match; if the match for the third place was on that day, the one between those who had won before. */
function finalOf(edition: readonly Match[]): Match | undefined {
  const day = edition.at(-1)?.date
  const hadWon = (team: string) => {
    const before = edition.findLast(({ date, teams }) => date !== day && teams.includes(team))
    return before !== undefined && winner(before) === team
  }
  const ofDay = edition.filter(({ date }) => date === day)
  return ofDay.find(({ teams }) => teams.every(hadWon)) ?? ofDay.at(-1)
}

function winner({ teams, goals, shootout }: Match): string | undefined {
  if (shootout) return shootout
  if (goals[0] === goals[1]) return undefined
  return teams[goals[0] > goals[1] ? 0 : 1]
}

/** Two points for a win; a play-off counts, as it gives the winner more points than the loser. */
function leader(edition: readonly Match[]): string | undefined {
  const points = new Map<string, number>()
  for (const match of edition) {
    const won = winner(match)
    for (const team of match.teams) {
      const gained = won === team ? 2 : won === undefined ? 1 : 0
      points.set(team, (points.get(team) ?? 0) + gained)
    }
  }
  const [first, next] = [...points].toSorted(([, one], [, other]) => other - one)
  return first && first[1] !== next?.[1] ? first[0] : undefined
}
