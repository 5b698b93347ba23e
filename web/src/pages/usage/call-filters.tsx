import { EFFORTS, TOOLS, toolName } from '@footnote/contract/tools'
import { useQuery } from '@tanstack/react-query'
import { spendingQuery } from '../../api/queries.ts'
import { rankKeys } from '../../charts/ranked-spending.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { CALL_STATE_WORDS, CALL_STATES } from './call-state.ts'
import { countDays, type DayRange, type UsageSearch } from './usage-search.ts'

const TOOL_CHOICES = TOOLS.map(tool => ({ value: tool, name: toolName(tool) }))
const EFFORT_CHOICES = EFFORTS.map(effort => ({ value: effort, name: effort }))
const STATE_CHOICES = CALL_STATES.map(state => ({
  value: state,
  name: CALL_STATE_WORDS[state].name,
}))

/** Filters for the call list; the keys offered are those that made calls in the range. */
export function CallFilters({
  range,
  filter,
  onFilter,
}: {
  range: DayRange
  filter: CallFilter
  onFilter: (filter: CallFilter) => void
}) {
  const choose = (name: keyof CallFilter) => (value: string | undefined) => {
    const { [name]: _, ...others } = filter
    onFilter(value === undefined ? others : { ...others, [name]: value })
  }
  const { data } = useQuery(spendingQuery({ days: countDays(range), to: range.to }))
  const used = rankKeys(data?.spending ?? []).map(({ name }) => name)
  const chosen = filter.keyName === undefined ? [] : [filter.keyName]
  const keyNames = [...new Set([...used, ...chosen])].sort()
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      <SelectField
        label="Tool"
        all="All tools"
        choices={TOOL_CHOICES}
        value={filter.tool}
        onChoose={choose('tool')}
      />
      <SelectField
        label="Effort"
        all="All efforts"
        choices={EFFORT_CHOICES}
        value={filter.effort}
        onChoose={choose('effort')}
      />
      <SelectField
        label="Key"
        all="All keys"
        choices={keyNames.map(name => ({ value: name, name }))}
        value={filter.keyName}
        onChoose={choose('keyName')}
      />
      <SelectField
        label="State"
        all="All states"
        choices={STATE_CHOICES}
        value={filter.state}
        onChoose={choose('state')}
      />
    </div>
  )
}

export interface CallFilter extends Pick<UsageSearch, 'tool' | 'effort' | 'state'> {
  readonly keyName?: string
}
