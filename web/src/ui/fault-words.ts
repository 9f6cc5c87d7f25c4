import { CallFault } from '../api.ts'

type Words = Pick<CallFault, 'message' | 'hint'>

/** What a person reads of a failed call. Sentences that tell a program what to send are left out. */
export function wordsOf({
  code,
  message,
  hint,
  details = {},
}: Words & Pick<CallFault, 'code'> & Partial<Pick<CallFault, 'details'>>): Words {
  return {
    message: sentencesForPeople(message) || message,
    hint: isOwners({ code, message, details }) ? membersSee : (hints[code] ?? sentencesForPeople(hint)),
  }
}

const membersSee = 'Members see the decisions, the next chat and the room of their projects.'

/** Whether only the person at the machine may do it, whatever role somebody has. */
export function isOwners({ code, message, details }: Pick<CallFault, 'code' | 'message' | 'details'>): boolean {
  return code === 'FORBIDDEN' && (details.needed === 'owner' || message.startsWith('Only the owner of the machine'))
}

/** The same in one line, where there is room for no more. */
export function faultText(error: unknown): string {
  if (!(error instanceof CallFault)) return ''
  const { message, hint } = wordsOf(error)
  return `${message} ${hint}`.trim()
}

/** Whether there is no such thing. */
export function isMissing(code: CallFault['code']): boolean {
  return code.endsWith('NOT_FOUND')
}

/** Whether the same call may succeed when it is made once more. */
export function mayRetry(code: CallFault['code']): boolean {
  return !isMissing(code) && code !== 'FORBIDDEN'
}

/** Where the server's hint is for agents, and a person does something else. */
const hints: { readonly [code in CallFault['code']]?: string } = {
  RECORD_NOT_FOUND: 'Check the number, or search for the record with Ctrl K.',
  SESSION_NOT_FOUND: 'The session was closed or never existed. Choose one in the list of sessions.',
  TEMPLATE_NOT_FOUND: 'Choose a prompt in the list of prompts.',
  VERSION_NOT_FOUND: 'Choose a version in the history of the record.',
  PATH_MISSING: 'Correct the folder in the settings of the project, or clear it.',
  PROJECT_NOT_FOUND:
    'Choose another project in the menu. If someone sent you here, ask the owner of the server for a role in this one.',
  CONFLICT: 'Load the newest version, then choose what to keep.',
  NOT_ACTIVATED: 'Reload the page, then save again; what you typed is kept in this browser.',
  PARENT_NOT_ACTIVATED: 'Open the record above it, then try again.',
  INVALID_TRANSITION: 'Choose another state.',
  PROJECT_AMBIGUOUS: 'Choose the project in the menu.',
  PROJECT_IN_USE: 'Close the sessions of the project first.',
  BUDGET_TOO_SMALL: 'Allow more tokens, or shorten what is kept.',
  PROMPT_FILE_INVALID: 'Mend the file, or move it away.',
  AUDIT_TAMPERED: 'Run “daybook room verify” to see what was changed.',
  FORBIDDEN: 'Ask an admin of the project for a role that may do this.',
  BUSY: 'Nothing was changed. Try again in a moment.',
  INTERNAL: 'Try again. If it happens again, run “daybook doctor”.',
}

export function sentencesForPeople(text: string): string {
  return text
    .split(/(?<=[.!?]) /)
    .filter(sentence => !forPrograms.test(sentence))
    .join(' ')
}

const forPrograms = /\bdetails\b|\bcall again\b|\b(?:GET|PUT|POST|Send|Call) [/\w]|\w_\w|\(\)/
