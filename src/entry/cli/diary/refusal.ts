import { jsonText } from '../json.ts'
import type { Terminal } from '../terminal.ts'
import { visible } from '../visible.ts'

/** An operation said no. It is an ordinary answer on the other faces; here it ends the verb. */
export class Refused extends Error {
  override readonly name = 'Refused'

  constructor(
    /** In the toolset's own shape. */
    readonly answer: Record<string, unknown>,
    readonly exit: number,
  ) {
    super('The operation refused the call.')
  }
}

/** One line per problem, each with its next step; programs get the answer itself. */
export function tellRefusal({ answer, exit }: Refused, page: Terminal, asJson: boolean): number {
  if (asJson) page.line(jsonText(answer, page.columns !== undefined))
  else for (const problem of problemsIn(answer)) page.note(problemLine(problem))
  return exit
}

interface Told {
  where: string
  message: string
  hint: string
}

function problemsIn({ errors }: Record<string, unknown>): Told[] {
  return (Array.isArray(errors) ? errors : []).map(({ path, field, message, hint }) => ({
    where: String(path ?? field),
    message: String(message),
    hint: String(hint),
  }))
}

/** Where something stands is worth telling only inside what the caller has sent. */
function problemLine({ where, message, hint }: Told): string {
  const place = /[.[]/.test(where) ? `${where}: ` : ''
  return visible(`Error: ${place}${message}; ${inVerbs(hint)}`)
}

const verbs: ReadonlyArray<[operation: RegExp, verb: string]> = [
  [/\bsend consent: true\b/, 'add --yes'],
  [/\bcall diary_render\b/, 'run daybook diary render'],
  [/\bsend allow_gaps: true\b/, 'add --allow-gaps'],
  [/\bcover them with write_work_item\b/, 'cover them with daybook diary generate'],
]

/** Operations name each other; whoever sits at a terminal calls them by verbs. */
function inVerbs(hint: string): string {
  return verbs.reduce((text, [operation, verb]) => text.replace(operation, verb), hint)
}
