import type { AppContext } from './app.ts'
import { ownValue } from './kernel/json.ts'
import type { Operation } from './kernel/operation.ts'
import type { Prompt } from './kernel/prompt.ts'

/** One operation with the code of its module, which the catalog names: a chat or a command waits for it. */
export async function loadOperation(name: string, module: string | undefined): Promise<Operation<AppContext>> {
  const [part = '', place = ''] = module?.split('/') ?? []
  const load = ownValue(parts, part)
  const exported = load ? Object.values(await load(place)).flat() : []
  const found = exported.find(each => each.name === name)
  if (!found) throw new Error(`The catalog of this build does not have "${name}". Build again: npm run build`)
  return found
}

/** The modules that declare a part's operations: one for each operation, or one for each noun. */
const parts: { readonly [part: string]: (place: string) => Promise<OperationModule> } = {
  records: file => import(`./records/operations/${file}.ts`),
  diary: file => import(`./diary/operations/${file}.ts`),
  context: file => import(`./context/operations/${file}.ts`),
  home: file => import(`./home/operations/${file}.ts`),
  room: noun => import(`./room/${noun}/operations.ts`),
}

type OperationModule = { [exported: string]: Operation<AppContext> | Operation<AppContext>[] }

/** The prompts of one toolset. */
export async function loadPrompts(toolset: string): Promise<readonly Prompt<AppContext>[]> {
  if (toolset === 'diary') return (await import('./diary/prompts.ts')).diaryPrompts
  if (toolset === 'context') return (await import('./context/prompts.ts')).contextPrompts
  return []
}
