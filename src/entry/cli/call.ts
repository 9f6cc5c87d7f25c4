import { builtCatalog } from '../../catalog/built.ts'
import { failureOf, invoke } from '../../invoke.ts'
import { Fault, faultTable } from '../../kernel/fault.ts'
import type { Operation } from '../../kernel/operation.ts'
import { loadOperation } from '../../load-operation.ts'
import { toolsets } from '../../toolsets.ts'
import { type Command, guess, readLine, takenBy } from './command-line.ts'
import { reportFailure, usageFault } from './failure.ts'
import { helpText } from './help-text.ts'
import { callableOperations, type Field, fieldsOf, flagName, flagsFor } from './operation-fields.ts'
import { jsonText } from './rows.ts'
import { inStore, terminalCall } from './store.ts'
import { type Terminal, terminal } from './terminal.ts'

const taken = takenBy({
  'json [object]': 'the arguments, as the positional form',
  'session <id>': 'the session meant when the arguments name none (DAYBOOK_SESSION)',
  'project <id>': 'the project meant when the arguments name none (DAYBOOK_PROJECT)',
  'db <url>': 'PostgreSQL URL or SQLite file (DAYBOOK_DB)',
  list: 'name all operations',
})

/** `daybook call …`: any operation, its result as JSON on stdout, its failure as JSON on stderr. */
export const call: () => Promise<Command> = async () => ({
  ...taken,
  summary: 'call any operation; daybook call --list names them',
  usage: '<operation> [json | - | @file] [options]',
  more: `The arguments are a JSON object (inline, from stdin with -, from a file with @file), or one flag per field, or both.
The result is JSON on stdout, a failure is JSON on stderr. After an operation, --help shows its fields.`,
  examples: ['search_records --query "offline payments" --limit 5', `get_record_ref '{"id":"R007"}'`].map(
    each => `call ${each}`,
  ),
  run: runCall,
})

async function runCall(words: readonly string[]): Promise<number> {
  const page = terminal()
  const name = words.find((word, at) => !word.startsWith('-') && !/^--(session|project|db)$/.test(words[at - 1] ?? ''))
  const asksHelp = words.some(word => word === '--help' || word === '-h')
  let called: Operation<never> | undefined
  const report = (error: unknown) => {
    if (!(error instanceof Fault)) return reportFailure(error)
    const failure = failureOf(called?.toolset ?? toolsets[0]?.name ?? '', error, called)
    process.stderr.write(`${jsonText(failure, Boolean(process.stderr.isTTY))}\n`)
    return faultTable[error.code].exit
  }
  try {
    if (words.includes('--list')) return await listOperations(page, words.includes('--json'))
    if (name === undefined) {
      const help = await helpText('call', await call(), page.columns ?? 80)
      if (asksHelp) page.data(help)
      else process.stderr.write(help)
      return asksHelp ? 0 : 2
    }
    const { module, input: schema } = await callableNamed(name)
    if (asksHelp) return await describeOperation(page, name)
    const operation = await loadOperation(name, module)
    called = operation
    const { flags, input } = await argumentsIn(words, name, fieldsOf({ input: JSON.parse(schema) }))
    return await inStore(
      flags,
      async (app, settings) => {
        const caller = await terminalCall(app, settings, flags)
        // A project without a room may have this folder; which room is meant is decided where rooms are known.
        const meant = operation.toolset === 'room' ? { ...caller, project: settings.project } : caller
        const outcome = await invoke(app, operation, input, meant)
        if (!outcome.ok) throw outcome.fault
        page.json(outcome.result)
        return outcome.status.exit
      },
      { toolset: operation.toolset, report },
    )
  } catch (error) {
    return report(error)
  }
}

async function callableNamed(name: string) {
  const all = await callableOperations()
  const callable = all[name]
  if (callable) return callable
  const hint = `${guess(name, Object.keys(all))}All operations: daybook call --list`
  throw usageFault('No such operation.', hint, { operation: name })
}

/** The whole line, read with the flags that the operation's own schema gives it. */
async function argumentsIn(words: readonly string[], name: string, fields: readonly Field[]) {
  const command = {
    args: takenBy({ '<operation>': '', '[json]': '' }).args,
    flags: [...fields.flatMap(flagsFor), ...taken.flags],
  }
  const { args, flags } = readLine(command, joinJsonValue(words), `call ${name}`)
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const [positional, inline] = [text(args.json), text(flags.json)]
  if (positional !== undefined && inline !== undefined) {
    throw usageFault('Give one JSON object, not two.', `See: daybook call ${name} --help`)
  }
  const given = fields.flatMap(field => {
    const value = flags[field.name]
    return value === undefined ? [] : [[field.name, field.valueOf(value)] as const]
  })
  const source = positional ?? inline
  return {
    flags: { db: text(flags.db), project: text(flags.project), session: text(flags.session) },
    // Flags add to the object and win over it.
    input: { ...(source === undefined ? {} : await objectFrom(source)), ...Object.fromEntries(given) },
  }
}

async function objectFrom(source: string): Promise<object> {
  const { readObject, readText } = await import('./input.ts')
  const text = source === '-' || source.startsWith('@') ? await readText(source.replace(/^@/, '')) : source
  return readObject(text, 'Give one JSON object, in quotes for the shell: {"name": value, …}')
}

/** `--json` may be alone or before its value, which begins like JSON or names where the JSON is. */
function joinJsonValue(words: readonly string[]): string[] {
  const isValue = (word = '') => word === '-' || /^\s*[[{@"]/.test(word)
  return words.flatMap((word, at) => {
    if (word === '--json') return isValue(words[at + 1]) ? [`--json=${words[at + 1]}`] : ['--json']
    return words[at - 1] === '--json' && isValue(word) ? [] : [word]
  })
}

async function listOperations(page: Terminal, asJson: boolean): Promise<number> {
  const { operations } = await builtCatalog()
  const brief = operations.map(({ name, toolset, audience, effect, summary }) => {
    return { name, toolset, audience, effect, summary }
  })
  if (asJson) page.json(brief)
  else page.list(brief, ['name', ({ audience }) => (audience === 'people' ? 'people' : ''), 'summary'])
  return 0
}

/** Everything here comes from the operation's declaration. */
async function describeOperation(page: Terminal, name: string): Promise<number> {
  const { operations } = await builtCatalog()
  for (const operation of operations.filter(each => each.name === name)) {
    const fields = fieldsOf(operation)
    page.block(`Usage: daybook call ${name} [json | - | @file] [options]\n\n${operation.summary}`)
    page.line()
    page.line(fields.length > 0 ? 'Fields (also keys of the JSON object):' : 'It takes no arguments.')
    page.list(fields, [
      field => `  --${flagName(field.name)}${field.kind === 'boolean' ? '' : ' <value>'}`,
      ({ required }) => (required ? 'required' : ''),
      ({ form, description }) => [form, description].filter(Boolean).join('. '),
    ])
    if (fields.some(field => field.kind === 'array')) page.block('\nLists: a,b or a flag repeated.')
  }
  return 0
}
