import type { CallFault } from '../../api.ts'

/** The remedy of a failure, as a button can apply it. */
export type Remedy =
  | { way: 'clear-path' }
  | { way: 'choose-prompt'; keys: string[] }
  | { way: 'raise-budget'; tokens: number }
  | { way: 'copy-file'; file: string }
  | { way: 'list-projects' }
  | { way: 'list-prompts' }
  | { way: 'force-delete' }
  | { way: 'clear-summary' }

/** Reads the remedy out of the failure's text, so that a button can apply it. */
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
