import type { App } from '../../app.ts'
import type { Catalog, ProgramCatalog } from '../../catalog/catalog.ts'
import { type Flags, loadSettings } from '../../config.ts'
import { type Call, sessionPointers } from '../../kernel/call.ts'
import { Fault } from '../../kernel/fault.ts'
import { loadOperation, loadPrompts } from '../../load-operation.ts'
import { type Declarations, type McpCalls, mcpCalls, refuseCalls } from '../mcp/calls.ts'
import { explain } from './failure.ts'
import { openStore } from './store.ts'

export interface ChatStore extends McpCalls {
  /** Whether the store is open; a store that is not is tried again with the next call. */
  isOpen: boolean
  close(): Promise<void>
}

/** Settings, store and operations of a server that one chat started. Every call answers with what is wrong with them. */
export async function openChatStore(flags: Flags, catalog: ProgramCatalog): Promise<ChatStore> {
  try {
    const settings = loadSettings(flags, process.env)
    const app = await openStore(settings)
    return openCalls(app, settings, declarationsIn(catalog))
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    process.stderr.write(`${explain(error)}\n`)
    return { ...refuseCalls(error, name => toolsetOf(catalog, name)), isOpen: false, close: async () => {} }
  }
}

function openCalls(
  app: App,
  { project, session }: { project: string | undefined; session: string | undefined },
  declarations: Declarations,
): ChatStore {
  const pointers = app.records.implicit_sessions === 'process' ? sessionPointers() : undefined
  const toolSessions: Call['toolSessions'] = new Map()
  const complete = (call: Call): Call => ({
    ...call,
    project,
    session: call.session ?? session,
    folder: process.cwd(),
    pointers,
    toolSessions,
  })
  return { ...mcpCalls(app, declarations, complete), isOpen: true, close: () => app.close() }
}

/** Loads an operation with its first call. */
function declarationsIn({ modules, prompts }: ProgramCatalog): Declarations {
  return {
    operation: async name => loadOperation(name, modules[name]),
    prompt: async name => entryNamed(await loadPrompts(entryNamed(prompts, name).toolset), name),
  }
}

function toolsetOf({ operations, prompts }: Catalog, name: string): string {
  return entryNamed<{ name: string; toolset: string }>([...operations, ...prompts], name).toolset
}

function entryNamed<T extends { name: string }>(all: readonly T[], name: string): T {
  const found = all.find(each => each.name === name)
  if (!found) throw new Error(`The catalog of this build does not have "${name}". Build again: npm run build`)
  return found
}
