import type { AppContext } from './app.ts'
import type { Operation } from './kernel/operation.ts'
import type { Prompt } from './kernel/prompt.ts'

export interface LoadedToolset {
  operations: readonly Operation<AppContext>[]
  prompts: readonly Prompt<AppContext>[]
}

/** The operations and prompts of one toolset, without the code of the others: a chat or a command waits for it. */
export async function loadToolset(name: string): Promise<LoadedToolset> {
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined
  if (!load) throw new Error(`Toolset "${name}" is not declared.`)
  return load()
}

const loaders: { readonly [toolset: string]: () => Promise<LoadedToolset> } = {
  async records() {
    const { recordsOperations } = await import('./records/operations.ts')
    return { operations: recordsOperations, prompts: [] }
  },
  async diary() {
    const [{ diaryOperations }, { diaryPrompts }] = await Promise.all([
      import('./diary/operations.ts'),
      import('./diary/prompts.ts'),
    ])
    return { operations: diaryOperations, prompts: diaryPrompts }
  },
  async context() {
    const [{ contextOperations }, { contextPrompts }] = await Promise.all([
      import('./context/operations.ts'),
      import('./context/prompts.ts'),
    ])
    return { operations: contextOperations, prompts: contextPrompts }
  },
  async room() {
    const { roomOperations } = await import('./room/operations.ts')
    return { operations: roomOperations, prompts: [] }
  },
}
