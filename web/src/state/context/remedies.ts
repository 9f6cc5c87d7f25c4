import type { CallFault } from '../../api.ts'

/** The way out of a failure that a button can take. */
export type Remedy =
  | { way: 'clear-path' }
  | { way: 'choose-prompt'; keys: string[] }
  | { way: 'raise-budget'; tokens: number }
  | { way: 'copy-file'; file: string }
  | { way: 'list-projects' }
  | { way: 'list-prompts' }
  | { way: 'force-delete' }
  | { way: 'clear-summary' }

/** The context part says in one text what to do next; here it becomes something to press. */
export function remedyOf({ code, message }: Pick<CallFault, 'code' | 'message'>): Remedy | undefined {
  switch (code) {
    case 'PATH_MISSING':
      return { way: 'clear-path' }
    case 'INSTRUCTION_AMBIGUOUS':
      return {
        way: 'choose-prompt',
        keys: /fits several prompts: ([^:]+)\. Use one/.exec(message)?.[1]?.split(', ') ?? [],
      }
    case 'BUDGET_TOO_SMALL': {
      const tokens = Number(/needs about (\d+) tokens/.exec(message)?.[1])
      return Number.isNaN(tokens) ? undefined : { way: 'raise-budget', tokens }
    }
    case 'PROMPT_FILE_INVALID': {
      const file = /^The file '(.+?)'(?:, line \d+,)? cannot be used/.exec(message)?.[1]
      return file === undefined ? undefined : { way: 'copy-file', file }
    }
    case 'PROJECT_NOT_FOUND':
    case 'PROJECT_AMBIGUOUS':
      return { way: 'list-projects' }
    case 'TEMPLATE_NOT_FOUND':
      return { way: 'list-prompts' }
    case 'PROJECT_IN_USE':
      return { way: 'force-delete' }
    case 'SUMMARY_REQUIRED':
      return { way: 'clear-summary' }
    default:
      return undefined
  }
}
