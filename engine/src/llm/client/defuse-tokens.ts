const CONTROL =
  /<(?=\|)|(?<=\|)>|<(?=\/?(?:s|bos|eos|start_of_turn|end_of_turn)>)|\[(?=\/?(?:INST|SYSTEM_PROMPT)\])/g

/**
 * Marks by which chat templates tell who speaks, made into plain text. Some servers take them for
 * real wherever they stand, so that a page could end its fence and speak as the system.
 */
export function defuseTokens(text: string): string {
  return text.replace(CONTROL, mark => (mark === '>' ? ' >' : `${mark} `))
}
