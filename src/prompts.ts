import type { AppContext } from './app.ts'
import { contextPrompts } from './context/prompts.ts'
import { diaryPrompts } from './diary/prompts.ts'
import type { Prompt } from './kernel/prompt.ts'

/** Every prompt, in the order agents and people see them. */
export const prompts: readonly Prompt<AppContext>[] = [...diaryPrompts, ...contextPrompts]

export function promptNamed(name: string): Prompt<AppContext> | undefined {
  return prompts.find(prompt => prompt.name === name)
}
