import type { App } from '../../app.ts'
import { builtCatalog } from '../../catalog/built.ts'
import type { Catalog, OperationEntry } from '../../catalog/catalog.ts'
import { loadSettings } from '../../config.ts'
import { failureOf, invoke } from '../../invoke.ts'
import { Fault, faultTable } from '../../kernel/fault.ts'
import type { Operation } from '../../kernel/operation.ts'
import { loadOperation } from '../../load-operation.ts'
import { toolsets } from '../../toolsets.ts'
import { type CallArguments, callArguments, outlineOf } from './call-arguments.ts'
import { callHelp, operationHelp, operationList } from './call-help.ts'
import { reportFailure, usageFault } from './failure.ts'
import { jsonText } from './json.ts'
import { nearest } from './nearest.ts'
import { fieldsOf } from './operation-fields.ts'
import { openStore, terminalCall } from './store.ts'
import { endWhenNobodyReads, terminal } from './terminal.ts'

/** `daybook call …`: any operation, its result as JSON on stdout, its failure as JSON on stderr. */
export async function call([, ...args]: string[]): Promise<number> {
  endWhenNobodyReads()
  const page = terminal()
  const onTerminal = page.columns !== undefined
  let app: App | undefined
  const { operations, modules } = await builtCatalog()
  let called: Pick<Operation<never>, 'toolset' | 'effect' | 'input'> | undefined
  try {
    const outline = outlineOf(args)
    if (outline.list) {
      page.data(outline.json ? `${jsonText(operations.map(brief), onTerminal)}\n` : operationList(operations, page))
      return 0
    }
    if (outline.operation === undefined) {
      if (outline.help) page.data(callHelp)
      else process.stderr.write(callHelp)
      return outline.help ? 0 : 2
    }
    const entry = operations.find(({ name }) => name === outline.operation) ?? refuse(operations, outline.operation)
    if (outline.help) {
      page.data(operationHelp(entry, page))
      return 0
    }

    const operation = await loadOperation(entry.name, modules[entry.name])
    called = operation
    const line = callArguments(args, operation.name, fieldsOf(entry))
    const input = await inputOf(line)
    const settings = loadSettings(line, process.env)
    app = await openStore(settings)
    const caller = await terminalCall(app, settings, line)
    // A project without a room may have this folder; which room is meant is decided where rooms are known.
    const meant = operation.toolset === 'room' ? { ...caller, project: settings.project } : caller
    const outcome = await invoke(app, operation, input, meant)
    if (!outcome.ok) throw outcome.fault
    page.line(jsonText(outcome.result, onTerminal))
    return outcome.status.exit
  } catch (error) {
    if (!(error instanceof Fault)) return reportFailure(error)
    process.stderr.write(
      `${jsonText(failureOf(called?.toolset ?? toolsets[0]?.name ?? '', error, called), Boolean(process.stderr.isTTY))}\n`,
    )
    return faultTable[error.code].exit
  } finally {
    await app?.close()
  }
}

function brief({ name, toolset, audience, effect, summary }: OperationEntry) {
  return { name, toolset, audience, effect, summary }
}

function refuse(operations: Catalog['operations'], given: string): never {
  const near = nearest(
    given,
    operations.map(operation => operation.name),
  )
  const all = 'All operations: daybook call --list'
  throw usageFault('No such operation.', near ? `Did you mean ${near}? ${all}` : all, { operation: given })
}

/** Flags add to the object and win over it. */
async function inputOf({ source, fields }: CallArguments): Promise<Record<string, unknown>> {
  return { ...(source === undefined ? {} : objectIn(await textOf(source))), ...fields }
}

async function textOf(source: string): Promise<string> {
  if (source !== '-' && !source.startsWith('@')) return source
  const { readText } = await import('./input.ts')
  return readText(source.replace(/^@/, ''))
}

function objectIn(text: string): object {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw usageFault('The arguments are not valid JSON.', 'Give one JSON object, in quotes for the shell.', { reason })
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw usageFault('The arguments must be one JSON object.', 'Write {"name": value, …}.')
}
