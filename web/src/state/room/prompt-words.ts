import type { PromptField } from '../../../../src/room/prompts/prompt-entry.ts'

/** The texts of a prompt in the order they are shown; its example is a call that the program checks. */
export const promptFieldWords: { readonly [field in Exclude<PromptField, 'tool_id'>]: string } = {
  name: 'Name',
  prompt: 'What it does',
  usageNotes: 'When to use it',
  goals: 'Goals',
  guardrails: 'Guardrails',
  example: 'Example call',
  archetype: 'For whom',
  scope: 'Scope',
}

/** The registry's warnings in plain words, with the next step. */
export function promptWarning(warning: string): string {
  const [code = '', field = ''] = warning.split(':')
  if (code === 'core_override') return `The shipped text of “${field}” is hidden by one of your own.`
  if (code === 'core_locked') return `“${field}” of a shipped tool cannot be changed; what was written is left out.`
  return words[code] ?? 'An entry was left out, because it does not fit. Mend it in its file.'
}

const words: { readonly [code: string]: string } = {
  no_executor: 'No tool of this name exists, so models are not told of it.',
  registry_incomplete: 'A tool has no prompt or no example. Agents cannot use tools until it has.',
  catalog_large: 'All prompts together are long; models may lose track. Shorten some.',
}
