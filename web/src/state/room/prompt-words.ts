import type { PromptField } from '../../../../src/room/prompts/prompt-entry.ts'

/** The texts of a prompt in the order they are shown; its example is a call that the program checks. */
export const promptFieldWords: { readonly [field in Exclude<PromptField, 'tool_id'>]: string } = {
  name: 'Name',
  prompt: 'What it does',
  usageNotes: 'When to use it',
  goals: 'Goals',
  guardrails: 'Guardrails',
  example: 'Example call',
  archetype: 'Audience',
  scope: 'Scope',
}

/** The registry's warnings in plain words, with the next step. */
export function promptWarning(warning: string): string {
  const [code = '', field = ''] = warning.split(':')
  if (code === 'core_override') return `The shipped text of “${field}” is overridden by your own.`
  if (code === 'core_locked') return `“${field}” of a shipped tool cannot be changed; the override is ignored.`
  return words[code] ?? 'An invalid entry was ignored. Fix it in its file.'
}

const words: { readonly [code: string]: string } = {
  no_executor: 'No tool has this name, so it is not shown to models.',
  registry_incomplete: 'A tool has no prompt or no example. Agents cannot use tools until it has.',
  catalog_large: 'All prompts together are long; models may lose track. Shorten some.',
}
