import type { AppContext } from './app.ts'
import type { Operation } from './kernel/operation.ts'
import type { Prompt } from './kernel/prompt.ts'

/** One operation, without the code of the others: a chat or a command waits for it. */
export async function loadOperation({ name, toolset }: Named): Promise<Operation<AppContext>> {
  const load = Object.hasOwn(operationFiles, toolset) ? operationFiles[toolset] : undefined
  if (!load) throw new Error(`Toolset "${toolset}" is not declared.`)
  const exported = Object.values(await load(name.replaceAll('_', '-'))).flat()
  const found = exported.find(each => each.name === name)
  if (!found) throw new Error(`The catalog of this build does not have "${name}". Build again: npm run build`)
  return found
}

type Named = Pick<Operation<AppContext>, 'name' | 'toolset'>

/** The modules of a part's operations, each named for its operation. */
const operationFiles: { readonly [toolset: string]: (file: string) => Promise<OperationFile> } = {
  records: file => import(`./records/operations/${file}.ts`),
  diary: file => import(`./diary/operations/${file}.ts`),
  context: file => import(`./context/operations/${file}.ts`),
  // The tools of agents are made in one place.
  room: file => import(`./room/operations/${file.startsWith('room-') ? file : 'run-tools'}.ts`),
}

type OperationFile = { [exported: string]: Operation<AppContext> | Operation<AppContext>[] }

/** The prompts of one toolset. */
export async function loadPrompts(toolset: string): Promise<readonly Prompt<AppContext>[]> {
  if (toolset === 'diary') return (await import('./diary/prompts.ts')).diaryPrompts
  if (toolset === 'context') return (await import('./context/prompts.ts')).contextPrompts
  return []
}
