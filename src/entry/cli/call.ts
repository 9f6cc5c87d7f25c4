import { parseArgs } from 'node:util'
import type { App } from '../../app.ts'
import { builtCatalog } from '../../catalog/built.ts'
import type { Catalog, OperationEntry } from '../../catalog/catalog.ts'
import { type Flags, loadSettings } from '../../config.ts'
import { failureOf, invoke } from '../../invoke.ts'
import { Fault, faultTable } from '../../kernel/fault.ts'
import type { Operation } from '../../kernel/operation.ts'
import { loadOperation } from '../../load-operation.ts'
import { toolsets } from '../../toolsets.ts'
import { reportFailure, usageFault } from './failure.ts'
import { jsonText } from './json.ts'
import { nearest } from './nearest.ts'
import { type Field, fieldsOf, flagName, flagsOf } from './operation-fields.ts'
import { rows } from './rows.ts'
import { openStore, terminalCall } from './store.ts'
import { endWithReader, type Terminal, terminal } from './terminal.ts'

/** `daybook call …`: any operation, its result as JSON on stdout, its failure as JSON on stderr. */
export async function call([, ...args]: string[]): Promise<number> {
  endWithReader()
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

interface CallLine {
  operation: string | undefined
  list: boolean
  help: boolean
  /** `--json` stood alone: a wish for JSON, not a source of arguments. */
  json: boolean
}

/** The outline of a `daybook call` line, read before it is known which flags the operation has. */
function outlineOf(args: string[]): CallLine {
  const { values, positionals } = parseArgs({
    args: joinJsonValue(args),
    options: { ...common, list: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    strict: false,
    allowPositionals: true,
  })
  return {
    operation: positionals[0],
    list: values.list === true,
    help: values.help === true,
    json: values.json === '',
  }
}

interface CallArguments extends Flags {
  /** The object of arguments: text, `-` for stdin or `@file`. */
  source: string | undefined
  /** Fields given as flags of their own. */
  fields: Record<string, unknown>
}

/** The whole line, read with the flags that the operation's own schema gives it. */
function callArguments(args: string[], operation: string, fields: readonly Field[]): CallArguments {
  const flags = flagsOf(fields)
  const { values, positionals } = strictly(operation, () =>
    parseArgs({
      args: joinJsonValue(args),
      options: { ...common, ...Object.fromEntries([...flags].map(([flag, field]) => [flag, optionFor(field)])) },
      allowPositionals: true,
    }),
  )
  const [, positional, ...surplus] = positionals
  const inline = text(values.json) || undefined
  if (surplus.length > 0 || (positional !== undefined && inline !== undefined)) {
    throw usageFault('The arguments must be one JSON object.', `See: daybook call ${operation} --help`)
  }
  return {
    source: positional ?? inline,
    db: text(values.db),
    project: text(values.project),
    session: text(values.session),
    fields: Object.fromEntries(
      Object.entries(values).flatMap(([flag, value]) => {
        const field = flags.get(flag)
        return field ? [[field.name, field.valueOf(value)] as const] : []
      }),
    ),
  }

  function strictly<T>(name: string, parse: () => T): T {
    try {
      return parse()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const given = /^Unknown option '--([^']*)'/.exec(reason)?.[1]
      const near = given === undefined ? undefined : nearest(given, [...flags.keys()])
      throw usageFault(
        'The command line was not understood.',
        near ? `Did you mean --${near}? All flags: daybook call ${name} --help` : `See: daybook call ${name} --help`,
        { reason: given === undefined ? reason : `unknown option --${given}` },
      )
    }
  }
}

const common = {
  json: { type: 'string' },
  session: { type: 'string' },
  project: { type: 'string' },
  db: { type: 'string' },
} as const

function optionFor(field: Field): { type: 'boolean' | 'string'; multiple: boolean } {
  return { type: field.kind === 'boolean' ? 'boolean' : 'string', multiple: field.kind === 'array' }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** `--json` may be alone or before its value; the parser knows only flags that always or never take one. */
function joinJsonValue(args: string[]): string[] {
  const joined: string[] = []
  for (let at = 0; at < args.length; at++) {
    const [word = '', next] = [args[at], args[at + 1]]
    const takesNext = word === '--json' && next !== undefined && (next === '-' || /^\s*[[{@"]/.test(next))
    if (takesNext) at++
    joined.push(word === '--json' ? `--json=${takesNext ? next : ''}` : word)
  }
  return joined
}

export const callHelp = `Usage: daybook call <operation> [json | - | @file] [options]

Calls any operation. The arguments are a JSON object (inline, from stdin with -, from a file with @file),
or one flag per field, or both. The result is JSON on stdout, a failure is JSON on stderr.

Options:
  --json [object]  the arguments, as the positional form
  --session <id>   the session meant when the arguments name none (DAYBOOK_SESSION)
  --project <id>   the project meant when the arguments name none (DAYBOOK_PROJECT)
  --db <url>       PostgreSQL URL or SQLite file (DAYBOOK_DB)
  --list           name all operations
  -h, --help       after an operation: its fields

Examples:
  daybook call search_records --query "offline payments" --limit 5
  daybook call get_record_ref '{"id":"R007"}'
`

function operationList(operations: readonly OperationEntry[], page: Terminal): string {
  return rows(
    operations.map(({ name, audience, summary }) => [name, audience === 'people' ? 'people' : '', summary]),
    page,
  )
}

/** Everything here comes from the operation's declaration. */
function operationHelp(operation: OperationEntry, page: Terminal): string {
  const fields = fieldsOf(operation)
  const table = rows(
    fields.map(({ name, required, kind, form, description }) => [
      `  --${flagName(name)}${kind === 'boolean' ? '' : ' <value>'}`,
      required ? 'required' : '',
      [form, description].filter(Boolean).join('. '),
    ]),
    page,
  )
  return [
    `Usage: daybook call ${operation.name} [json | - | @file] [options]\n\n${operation.summary}\n`,
    ...(fields.length > 0 ? [`\nFields (also keys of the JSON object):\n${table}`] : ['\nIt takes no arguments.\n']),
    ...(fields.some(field => field.kind === 'array') ? ['\nLists: a,b or a flag repeated.\n'] : []),
  ].join('')
}
