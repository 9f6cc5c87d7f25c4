import type { AppContext } from './app.ts'
import type { Operation } from './kernel/operation.ts'
import type { Prompt } from './kernel/prompt.ts'
import { profiles } from './toolsets.ts'

export interface Offered {
  operations: readonly Operation<AppContext>[]
  prompts: readonly Prompt<AppContext>[]
}

/** What some toolsets and profiles hold, without loading the code of the others: a chat client waits for it. */
export async function loadOffered(names: readonly string[]): Promise<Offered> {
  const wanted = names.flatMap(name => profiles.find(profile => profile.name === name)?.toolsets ?? [name])
  const loaded = await Promise.all(parts.filter(([name]) => wanted.includes(name)).map(([, load]) => load()))
  return {
    operations: loaded.flatMap(({ operations }) => operations),
    prompts: loaded.flatMap(({ prompts }) => prompts),
  }
}

/** In the order of operations.ts and prompts.ts, which name the same for faces that serve everything. */
const parts: ReadonlyArray<readonly [toolset: string, load: () => Promise<Offered>]> = [
  [
    'records',
    async () => {
      const { recordsOperations } = await import('./records/operations.ts')
      return { operations: recordsOperations, prompts: [] }
    },
  ],
  [
    'diary',
    async () => {
      const [{ diaryOperations }, { diaryPrompts }] = await Promise.all([
        import('./diary/operations.ts'),
        import('./diary/prompts.ts'),
      ])
      return { operations: diaryOperations, prompts: diaryPrompts }
    },
  ],
  [
    'context',
    async () => {
      const [{ contextOperations }, { contextPrompts }] = await Promise.all([
        import('./context/operations.ts'),
        import('./context/prompts.ts'),
      ])
      return { operations: contextOperations, prompts: contextPrompts }
    },
  ],
  [
    'room',
    async () => {
      const { roomOperations } = await import('./room/operations.ts')
      return { operations: roomOperations, prompts: [] }
    },
  ],
]
