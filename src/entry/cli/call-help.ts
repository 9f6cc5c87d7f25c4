import type { OperationEntry } from '../../catalog/catalog.ts'
import { fieldsOf, flagName } from './operation-fields.ts'
import { rows } from './rows.ts'
import type { Terminal } from './terminal.ts'

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

export function operationList(operations: readonly OperationEntry[], page: Terminal): string {
  return rows(
    operations.map(({ name, audience, summary }) => [name, audience === 'people' ? 'people' : '', summary]),
    page,
  )
}

/** Everything here comes from the operation's declaration. */
export function operationHelp(operation: OperationEntry, page: Terminal): string {
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
