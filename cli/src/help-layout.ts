import { Help } from 'commander'

/** Below this width, a description is printed under its term instead of beside it. */
const NARROWEST_COLUMN = 40
const NARROWEST_HELP = 20
/** Longer lines are hard to read, however wide the window is. */
const WIDEST_HELP = 100
const PIPE_COLUMNS = 80
const INDENT = 6

interface WidthSource {
  readonly isTTY?: boolean
  readonly columns?: number
}

/** Returns the width of the help on a terminal or in a pipe. */
export function helpWidth({ isTTY, columns }: WidthSource): number {
  if (!isTTY || !columns) return PIPE_COLUMNS
  return Math.min(Math.max(columns, NARROWEST_HELP), WIDEST_HELP)
}

/** Commander's layout, which leaves narrow columns unwrapped, with a layout for narrow windows. */
export const helpLayout = {
  minWidthToWrap: NARROWEST_HELP - INDENT,
  formatItem(term: string, termWidth: number, description: string, helper: Help): string {
    const width = helper.helpWidth ?? PIPE_COLUMNS
    const isNarrow = width - termWidth - 4 < NARROWEST_COLUMN
    if (!isNarrow || description === '') {
      return Help.prototype.formatItem.call(helper, term, termWidth, description, helper)
    }
    return `  ${hang(helper, term, 4)}\n${' '.repeat(INDENT)}${hang(helper, description, INDENT)}`
  },
  formatHelp(command: Parameters<Help['formatHelp']>[0], helper: Help): string {
    const text = Help.prototype.formatHelp.call(helper, command, helper)
    // Commander never wraps the usage line.
    return text.replace(/^.+/, line => hang(helper, line, 2))
  },
}

/** Wraps a text at the width of the help, all lines but the first indented. */
function hang(helper: Help, text: string, indent: number): string {
  const width = helper.helpWidth ?? PIPE_COLUMNS
  return helper.boxWrap(text, width - indent).replaceAll('\n', `\n${' '.repeat(indent)}`)
}

/** Wraps a text that follows the help. Lines of the table hang below their second column. */
export function wrapRow(
  text: string,
  { width, indent }: { width: number; indent: number },
): string {
  const helper = Object.assign(new Help(), { minWidthToWrap: 1, helpWidth: width })
  return hang(helper, text, indent)
}
